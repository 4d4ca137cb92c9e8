#!/usr/bin/env bash
# setup.sh - makes a machine ready to build, test, fuzz and plot
#
# Says nothing and does nothing when all is there. On Debian and Ubuntu: as root it installs what is
# missing; as another user it prints the one command that does, and stops. It never calls sudo.
# Elsewhere it looks for the tools themselves and prints what is needed.
set -euo pipefail

here=$(dirname -- "${BASH_SOURCE[0]}")
# shellcheck source=scripts/common.sh
source "$here/common.sh"
packages=(build-essential clang clang-format llvm cmake ninja-build pkg-config libbenchmark-dev
    libcmocka-dev libjansson-dev libssl-dev libxxhash-dev zlib1g-dev python3 python3-matplotlib
    wamerican locales)

usage() {
    cat <<END
usage: scripts/setup.sh [--check] [--with-peers] [--portability]

Installs what ringside needs and this machine does not have (Debian, Ubuntu; as root).
As another user, and on other systems, it prints what to do and exits 1.

  --check        only report; exits 1 when something is missing
  --with-peers   also what only 'ringside cluster --live' needs: memcached and its client library
  --portability  also what 'make portability' needs for other processors: cross compilers, qemu-user
                 and, in build/sysroots, libraries; on Debian and Ubuntu. Removes no package
  --help         this text
END
}

# libFuzzer of the default clang, which lies in libclang-rt-dev.
has_libfuzzer() {
    local clang
    clang=$(readlink -f -- "$(command -v clang || true)") || return 1
    compgen -G "${clang%/bin/*}/lib/clang/*/lib/*/libclang_rt.fuzzer*.a" >/dev/null
}

# Prints the missing packages, one a line.
missing_packages() {
    local installed package
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" \
        2>/dev/null || true)
    for package in "${packages[@]}"; do
        grep -qxF "installed $package" <<<"$installed" || echo "$package"
    done
    has_libfuzzer || echo libclang-rt-dev
}

# Prints what is missing where there are no Debian packages, one a line.
missing_tools() {
    local tool library
    for tool in cc c++ make cmake ninja pkg-config; do
        command -v "$tool" >/dev/null || echo "$tool"
    done
    for library in benchmark cmocka jansson libcrypto libxxhash zlib; do
        pkg-config --exists "$library" 2>/dev/null || echo "$library"
    done
    "$here/find-python.sh" >/dev/null 2>&1 || echo "python3 with matplotlib"
    ! $with_peers || command -v memcached >/dev/null || echo memcached
    ! $with_peers || pkg-config --exists libmemcached 2>/dev/null || echo libmemcached
}

print_needs() {
    cat <<END
ringside needs: a C17 and a C++17 compiler, make, cmake, ninja, pkg-config, Google Benchmark,
cmocka, jansson, OpenSSL 3, xxHash, zlib, python3 with matplotlib; to fuzz, clang with libFuzzer;
for real keys, a word list; to test decimal commas, the locale de_DE.UTF-8; with --with-peers,
memcached and libmemcached.
  Fedora:    sudo dnf install gcc gcc-c++ make clang llvm compiler-rt cmake ninja-build \\
                 pkgconf-pkg-config google-benchmark-devel libcmocka-devel jansson-devel \\
                 openssl-devel xxhash-devel zlib-devel python3-matplotlib words \\
                 glibc-langpack-de
  Homebrew:  brew install cmake ninja pkg-config google-benchmark cmocka jansson openssl@3 xxhash \\
                 zlib llvm python-matplotlib
END
}

install() {
    export DEBIAN_FRONTEND=noninteractive
    echo "setup.sh: installing $*"
    apt-get update -qq ||
        fail 1 "apt-get update failed; check the network and /etc/apt/sources.list, then try again"
    apt-get install -y -qq --no-install-recommends "${apt_options[@]}" "$@" ||
        fail 1 "apt-get install failed; mend what it says above, then run scripts/setup.sh again"
}

check_only=false
with_peers=false
portability=false
apt_options=()
for argument in "$@"; do
    case $argument in
    --check) check_only=true ;;
    --with-peers)
        with_peers=true
        packages+=(memcached libmemcached-dev)
        ;;
    --portability)
        portability=true
        apt_options=(--no-remove)
        packages+=(qemu-user g{cc,++}-{i686,aarch64,s390x}-linux-gnu)
        ;;
    --help)
        usage
        exit 0
        ;;
    *)
        echo "setup.sh: unknown argument '$argument'" >&2
        usage >&2
        exit 2
        ;;
    esac
done

if command -v apt-get >/dev/null; then
    probe=missing_packages
else
    probe=missing_tools
fi
mapfile -t missing < <("$probe")

if [[ ${#missing[@]} -eq 0 ]]; then
    ! $check_only || echo "setup.sh: nothing is missing"
elif [[ $probe == missing_tools ]]; then
    print_needs
    fail 1 "missing here: $(printf '%s, ' "${missing[@]}" | sed 's/, $//')"
elif $check_only; then
    fail 1 "missing packages: ${missing[*]}"
elif [[ $EUID -eq 0 ]]; then
    install "${missing[@]}"
else
    echo "setup.sh: packages are missing; run this, then try again" \
        "(after 'sudo apt-get update' where apt does not find them):" >&2
    echo "sudo apt-get install -y --no-install-recommends ${missing[*]}"
    exit 1
fi

if $portability && [[ $probe == missing_tools ]]; then
    fail 1 "--portability takes the packages of Debian or Ubuntu"
elif $portability; then
    for arch in i386 aarch64 s390x; do
        if ! $check_only; then
            "$here/sysroot.sh" "$arch" "$here/../build/sysroots/$arch"
        elif [[ ! -f $here/../build/sysroots/$arch/.packages ]]; then
            fail 1 "missing: build/sysroots/$arch, which scripts/sysroot.sh fetches"
        fi
    done
fi
