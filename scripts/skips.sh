#!/usr/bin/env bash
# skips.sh [--strict] - what the tests that ran last in build/ left out, and why
#
# A test that lacks something says so and passes; here is what it said, a line each. With --strict
# only that may be left out which scripts/setup.sh does not see to: else exit 1.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/common.sh
source scripts/common.sh
take_help "$@"
[[ $# -eq 0 || ($# -eq 1 && $1 == --strict) ]] || fail 2 "what is '$*'? there is --strict"

log=build/Testing/Temporary/LastTest.log
[[ -f $log ]] || fail 2 "there is no $log; run make test first"
[[ ! -e $log.tmp ]] && grep -q '^End testing: ' "$log" ||
    fail 2 "the tests in $log did not come to their end; run make test again"
# A script says "skipped: REASON"; a program has its reason on the line before.
skips=$(awk '
    /^[0-9]+\/[0-9]+ Test: / { test = $3 }
    /^skipped: / { print "skipped: " test ": " substr($0, 10) }
    /^\[  SKIPPED \] test_/ && !seen[test, $4]++ { print "skipped: " test ": " $4 ": " reason }
    { reason = $0 }' "$log")
[[ -z $skips ]] || echo "$skips"
[[ ${1:-} == --strict && -n $skips ]] || exit 0

# memcached; answers of real systems beside the checkout; what the kernel, the user or a library is
may_lack='libmemcached|memcached on PATH|vectors.* is not there|no mounts for users|no user here'
may_lack+='|no /dev/full|OPENSSL_CONF'
lacking=$(grep -vE "$may_lack" <<<"$skips" || true)
[[ -z $lacking ]] || fail 1 "left out, and none of what may be:
$lacking"
