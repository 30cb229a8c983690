#!/usr/bin/env bash
# Cuts a command of gridjudge into shards, runs them with GNU parallel, and merges what they record:
#
#   ./parallel.sh 8 shards results judge part.*
#
# ./gridjudge must exist. A shard consists of whole test sets, and a file of puzzles is one test set, so a large file
# has to be split first.
#
# If HOSTS is set, the shards run on these machines over ssh ("4/bob" gets four at a time). The script copies ./gridjudge
# and FILES there with rsync, into the folder gridjudge-shards of the home folder. Afterwards it copies the recorded
# shards back, and removes that folder. All of FILES are copied at once, and sshd refuses many connections, so name a
# folder of files instead of many files:
#
#   HOSTS=ada,4/bob FILES=puzzles ./parallel.sh 64 shards results judge puzzles/*
#
# JOBS is how many shards run at the same time on each machine (by default, one per processor).
set -euo pipefail

if [ $# -lt 4 ]; then
  sed -n '/^#!/d; /^#/!q; s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
count=$1 shards=$2 results=$3
shift 3

hosts=()
if [ -n "${HOSTS:-}" ]; then
  hosts=(--sshlogin "$HOSTS" --workdir gridjudge-shards --basefile gridjudge --return "$shards/{}")
  for file in ${FILES:-}; do hosts+=(--basefile "$file"); done
fi

# A shard that fails does not stop the others. merge names the missing shards, and the commands that make them.
mkdir -p "$shards"
seq "$count" | parallel --will-cite --quote --jobs "${JOBS:-100%}" --joblog "$shards/jobs.txt" ${hosts[@]+"${hosts[@]}"} \
  ./gridjudge "$@" --shard "{}/$count" --out "$shards/{}" > "$shards/output.txt" ||
  echo "parallel.sh: some shards failed: $shards/jobs.txt has their exit statuses" >&2

if [ -n "${HOSTS:-}" ]; then
  parallel --will-cite --nonall --sshlogin "$HOSTS" rm -rf gridjudge-shards ||
    echo "parallel.sh: gridjudge-shards could not be removed from every machine" >&2
fi

exec ./gridjudge merge "$shards"/*/ --out "$results"
