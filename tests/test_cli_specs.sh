#!/usr/bin/env bash
# test_cli_specs.sh PATH_TO_RINGSIDE SOURCE_DIR - small capacities, and numbers that scale
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# Scripts keep to the nodes that a placement takes.
for spec in anchor:capacity=8 anchor:capacity=1 dx:capacity=8 slots:slots=3 maglev:table=7 \
    bounded:over=anchor:capacity=8; do
    check "verify $spec" expect_exit 0 verify --strategies $spec --scripts 50
    check "...holds" is_same "" "$(grep broken out)"
done

# Numbers that scale are for bench, and others say so.
printf 'a\nb\n' >nodes
for command in "locate --strategy anchor:capacity=10n --nodes nodes --keys nodes" \
    "diff --strategy anchor:capacity=10n --from nodes --to nodes --keys nodes" \
    "demo --strategy anchor:capacity=10n" "verify --strategies anchor:capacity=10n"; do
    # shellcheck disable=SC2086
    fails 2 "are for bench --strategies alone" $command
done
check "bench takes them" expect_exit 0 bench --smoke --strategies anchor:capacity=10n \
    --metrics memory --format csv
fails 2 "maglev:table=16777213p at 4 nodes" bench --smoke --strategies maglev:table=16777213p

# A spec given twice, or in two ways, is one spec.
check "a spec once" expect_exit 0 verify --strategies ring --properties total,pure --scripts 2
cp out once
for twice in ring,ring ring,ring:vnodes=160; do
    check "$twice" expect_exit 0 verify --strategies $twice --properties total,pure --scripts 2
    check "...is verified once" is_same "$(<once)" "$(<out)"
done
expect_exit 0 verify --strategies jump,ring,jump --properties total --scripts 2 --format csv
check "others stay, in order" is_same "jump ring" "$(tail -n +2 out | cut -d, -f1 | xargs)"
check "no spec at all" expect_exit 2 verify --strategies ''

finish
