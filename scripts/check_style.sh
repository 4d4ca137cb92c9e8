#!/usr/bin/env bash
# check_style.sh - holds what is committed to the style that a program can judge
#
# C and C++ are as clang-format leaves them, and no line of code has more than 100 columns. Versions
# of clang-format disagree about a line here and there: only the one that the code was formatted
# with is asked. Exit 1: the places are shown.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
formatter=14
failed=0

version=$(clang-format --version 2>/dev/null | grep -oE '[0-9]+\.[0-9.]+' | head -n 1 || true)
if [[ ${version%%.*} == "$formatter" ]]; then
    git ls-files -z '*.c' '*.h' '*.cc' | xargs -0 clang-format --dry-run -Werror || failed=1
else
    echo "check_style.sh: formatting is not checked: that takes clang-format $formatter," \
        "here is ${version:-none}"
fi

long=$(git ls-files -z '*.c' '*.h' '*.cc' '*.def' '*.sh' '*.py' | xargs -0 awk \
    'length > 100 { print FILENAME ":" FNR ": " length " columns; break the line at 100" }')
if [[ -n $long ]]; then
    echo "$long"
    failed=1
fi
exit $failed
