#!/usr/bin/env bash
# tests/count.sh BUILD...: the closing line "N passed, N failed" over the last ctest run in each build folder.
# Counts GoogleTest cases from the XML files the test programs wrote; a program that ctest calls failed although no
# case of it failed (a crash, a leak, a program that was not built) counts as one failure, as does a folder without
# tests. Skipped cases do not count.
set -euo pipefail
passed=0
failed=0
for build in "$@"; do
  names=$(ctest --test-dir "$build" -N 2> /dev/null | sed -n 's/^ *Test *#[0-9]*: //p')
  if [ -z "$names" ]; then failed=$((failed + 1)); fi
  for name in $names; do
    good=0
    bad=0
    xml=$build/test-results/$name.xml
    if [ -f "$xml" ]; then
      read -r good bad <<< "$(awk '
        /<testcase / { open = index($0, "result=\"completed\"") > 0; good += open }
        /<failure/ && open { open = 0; good -= 1; bad += 1 }
        END { print good + 0, bad + 0 }' "$xml")"
    fi
    if [ "$bad" -eq 0 ]; then
      if [ ! -f "$xml" ] || grep -qs ":$name\$" "$build/Testing/Temporary/LastTestsFailed.log"; then bad=1; fi
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
  done
done
echo "$passed passed, $failed failed"
