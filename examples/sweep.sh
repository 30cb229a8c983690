#!/usr/bin/env bash
# Compares settings of one program: it writes a contestants file with one contestant for each value of an option, measures
# all of them in the same rounds.
#
#   ./sweep.sh './mine --restart' 50 100 200 -- --set poj3074/hard --rounds 10
#
# measures ./mine --restart 50, ./mine --restart 100 and ./mine --restart 200, which the table calls v50, v100 and v200.
# What follows -- is given to gridjudge bench. ./gridjudge must exist. The contestants file is sweep.toml, and the run is
# recorded below the folder sweep.
set -euo pipefail

if [ $# -lt 4 ]; then
  sed -n '/^#!/d; /^#/!q; s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
[ -x ./gridjudge ] || { echo "sweep.sh: there is no ./gridjudge here: go build makes it" >&2; exit 2; }
program=$1
shift
: >sweep.toml
while [ "${1:---}" != -- ]; do
  # A name may contain small letters and digits.
  printf "[[contestant]]\nname = 'v%s'\nrun = '''%s %s'''\n" "$(printf %s "$1" | tr -c a-z0-9 p)" "$program" "$1" >>sweep.toml
  shift
done
shift
exec ./gridjudge bench --solver none --contestants sweep.toml --out sweep "$@"
