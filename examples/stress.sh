#!/usr/bin/env bash
# Looks for a small case on which a program fails. In each round, it makes cases from another seed and judges the program
# on them. If the program fails, it looks for a case that fails by itself: it tries the first case that failed, and if
# this one passes alone, it tries each case alone until one fails. Of the cases that it finds in this way, at most one
# in each round, it keeps the smallest in stress/case.txt, and explains it at the end:
#
#   ./stress.sh 20 ./mine poj3074 --minimal
#   ./stress.sh 20 'python3 cover.py' hust1017 --tier easy
#
# 20 is the number of rounds. What follows the problem is given to gridjudge generate, and says which cases to make. COUNT
# is the number of cases in a round (1000; for spoj-sudoku use 10, because no input there has more). ./gridjudge must
# exist. The exit status is 1 if a case was found.
set -euo pipefail

if [ $# -lt 4 ]; then
  sed -n '/^#!/d; /^#/!q; s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
[ -x ./gridjudge ] || { echo "stress.sh: there is no ./gridjudge here: go build makes it" >&2; exit 2; }
rounds=$1 program=$2 problem=$3
shift 3
mkdir -p stress
rm -f stress/*.txt

generate() { ./gridjudge generate --problem "$problem" --seed "$seed" "${kind[@]}" "$@"; }
kind=("$@")

# judge sets status to the status of gridjudge judge, and number to the first case that failed, if it was a single one.
judge() {
  status=0
  number=$(
    ./gridjudge judge --solver none --exec "mine=$program" --problem "$problem" --format csv "$@" |
      awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "failed_case") column = i } NR == 2 && $column > 0 { print $column }'
  ) || status=$?
  [ "$status" -le 1 ] || exit "$status"
}

# alone judges the case number by itself. If there is no such case, status becomes 0.
alone() {
  status=0
  [ -n "$number" ] || return 0
  generate --from $((number - 1)) --count 1 >stress/found.txt
  judge stress/found.txt
}

for seed in $(seq "$rounds"); do
  generate --count "${COUNT:-1000}" >stress/cases.txt
  judge stress/cases.txt
  [ "$status" = 1 ] || continue
  alone
  if [ "$status" = 0 ]; then
    judge --per-case stress/cases.txt
    alone
  fi
  if [ "$status" = 0 ]; then
    mv stress/cases.txt "stress/together-$seed.txt"
    echo "stress.sh: seed $seed: the program fails on all cases together, but on none of them alone: it keeps something from one case to the next, or ends too early" >&2
  elif [ ! -e stress/case.txt ] || [ "$(wc -c <stress/found.txt)" -lt "$(wc -c <stress/case.txt)" ]; then
    echo "stress.sh: seed $seed: a case fails" >&2
    mv stress/found.txt stress/case.txt
  fi
done
rm -f stress/cases.txt stress/found.txt

failed=$(ls stress)
[ -n "$failed" ] || echo "stress.sh: no case fails in $rounds rounds of ${COUNT:-1000} cases"
for case in $failed; do
  printf '$ ./gridjudge explain --exec %q --problem %s stress/%s\n' "mine=$program" "$problem" "$case"
  ./gridjudge explain --exec "mine=$program" --problem "$problem" "stress/$case" || [ $? = 1 ]
done
[ -z "$failed" ]
