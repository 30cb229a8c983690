#!/usr/bin/env bash
# Cut a command of gridjudge into shards, run them with GNU parallel, and merge what they record:
#
#   ./parallel.sh 8 shards results judge puzzles.txt
#
# ./gridjudge must exist. With HOSTS, the shards run on these machines over ssh ("4/bob" gets four at a time).
# ./gridjudge and the FILES are copied there with rsync, into the folder gridjudge-shards, and the recorded shards come
# back:
#
#   HOSTS=ada,4/bob FILES=puzzles.txt ./parallel.sh 64 shards results judge puzzles.txt
#
# JOBS is the number of shards at a time on each machine (default one per processor).
set -euo pipefail

if [ $# -lt 4 ]; then
  sed -n '/^#!/d; /^#/!q; s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
count=$1 shards=$2 results=$3
shift 3

record=--record
if [ "$1" = bench ]; then record=--out; fi

hosts=()
if [ -n "${HOSTS:-}" ]; then
  hosts=(--sshlogin "$HOSTS" --workdir gridjudge-shards --basefile gridjudge --return "$shards/{}" --cleanup)
  for file in ${FILES:-}; do hosts+=(--basefile "$file"); done
fi

# A shard that fails does not stop the others: merge names those that are missing, and the commands that make them.
mkdir -p "$shards"
seq "$count" | parallel --will-cite --quote --jobs "${JOBS:-100%}" --joblog "$shards/jobs.txt" ${hosts[@]+"${hosts[@]}"} \
  ./gridjudge "$@" --shard "{}/$count" "$record" "$shards/{}" > "$shards/output.txt" ||
  echo "parallel.sh: some shards failed: $shards/jobs.txt has their exit statuses" >&2

exec ./gridjudge merge "$shards"/*/ --out "$results"
