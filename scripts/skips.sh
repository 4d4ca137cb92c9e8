#!/usr/bin/env bash
# skips.sh [--strict] - what the last `make test` left out, and why
#
# A test that lacks something says so and passes; here is what it said, a line each. With --strict
# only that may be left out which needs more than scripts/setup.sh installs: else exit 1.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/common.sh
source scripts/common.sh
take_help "$@"
[[ $# -eq 0 || ($# -eq 1 && $1 == --strict) ]] || fail 2 "unknown argument '$1'; there is --strict"

log=build/Testing/Temporary/LastTest.log
[[ -f $log ]] || fail 2 "there is no $log; run make test first"
# A script says "skipped: REASON"; a program has its reason on the line before.
skips=$(awk '
    /^[0-9]+\/[0-9]+ Test: / { test = $3 }
    /^skipped: / { print "skipped: " test ": " substr($0, 10) }
    /^\[  SKIPPED \] test_/ && !seen[test, $4]++ { print "skipped: " test ": " $4 ": " reason }
    { reason = $0 }' "$log")
[[ -z $skips ]] || echo "$skips"
[[ ${1:-} == --strict && -n $skips ]] || exit 0

# memcached, answers of real systems beside the checkout, and a kernel that lets users mount
lacking=$(grep -vE 'libmemcached|memcached on PATH|vectors.* is not there|no mounts for users' \
    <<<"$skips" || true)
[[ -z $lacking ]] || fail 1 "left out, though scripts/setup.sh installs what it takes:
$lacking"
