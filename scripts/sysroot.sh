#!/usr/bin/env bash
# sysroot.sh ARCH FOLDER - the libraries of another architecture, in a folder of their own
#
# ARCH is i386, aarch64 or s390x. apt finds and fetches the packages with a state of its own below
# FOLDER, as if FOLDER were an empty machine of that architecture, and they are only unpacked: this
# needs no root, and neither the packages nor the architectures of this machine change.
set -euo pipefail

packages=(libbenchmark-dev libcmocka-dev libjansson-dev libssl-dev libxxhash-dev zlib1g-dev)

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -eq 2 && -n $1 && -n $2 ]] ||
    fail 2 "which one, and where? usage: sysroot.sh i386|aarch64|s390x FOLDER"
arch=$1
folder=$(realpath -m -- "$2")
case $arch in
i386 | s390x) debian_arch=$arch ;;
aarch64) debian_arch=arm64 ;;
*) fail 1 "no such architecture: '$arch'; give i386, aarch64 or s390x" ;;
esac
# Written last, so a folder that was not finished is begun again.
done_mark=$folder/.packages
if [[ $(cat "$done_mark" 2>/dev/null) == "${packages[*]}" ]]; then
    exit 0
fi
for tool in apt-get dpkg-deb; do
    command -v $tool >/dev/null || fail 1 "there is no $tool here; this takes Debian or Ubuntu"
done

# Only what an earlier run of this script began, or finished with another list of packages.
if [[ -e $folder && ! -d $folder/.apt && ! -f $done_mark ]] &&
    ! rmdir -- "$folder" 2>/dev/null; then
    fail 1 "$folder is there, and not of this script; give a folder of its own"
fi
rm -rf -- "$folder"
apt=$folder/.apt
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
: >"$apt/status"
options=(-o APT::Architecture=$debian_arch -o APT::Architectures=$debian_arch
    -o Dir::State="$apt/state" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache"
    -o Dir::Cache::archives=archives -o APT::Sandbox::User= -o Debug::NoLocking=1)
echo "sysroot.sh: fetching the libraries for $arch"
# A source without this architecture is an error of update that harms nothing here.
apt-get "${options[@]}" -qq update >"$apt/log" 2>&1 || true
apt-get "${options[@]}" -qq -y --no-install-recommends --download-only install "${packages[@]}" \
    >>"$apt/log" 2>&1 || {
    cat "$apt/log" >&2
    fail 1 "apt-get cannot fetch ${packages[*]} for $debian_arch; mend what it says above"
}
for package in "$apt"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$folder"
done
# Links that name a place from the root on would lead into this machine.
find "$folder" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    ln -sfnr -- "$folder$(readlink -- "$link")" "$link"
done
rm -rf -- "$apt"
# An emulated program finds its files here before those of the machine, whose list of processors has
# another format than s390x has: Google Benchmark fails on that.
if [[ $arch == s390x ]]; then
    mkdir -p "$folder/proc"
    echo 'processor 0: version = FF,  identification = 000000,  machine = 2964' \
        >"$folder/proc/cpuinfo"
fi
echo "${packages[*]}" >"$done_mark"
