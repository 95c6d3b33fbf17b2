#!/usr/bin/env bash
# Runs the gate for action.yml. It always succeeds: the last step of the action fails with the status that this one reports,
# so that the results are shown before. Works with the bash 3.2 of macOS.
set -euo pipefail

# The one that is installed, as in the container image, or the one of this repository.
if command -v mcp-hub > /dev/null; then
  mcp_hub() { mcp-hub "$@"; }
else
  ROOT=$(cd "$GATE_FOLDER/../.." && pwd)
  if ! test -d "$ROOT/dist"; then
    # The link is to the Node.js that npm has installed, where that of the machine is too old.
    (cd "$ROOT" && npm ci --ignore-scripts --no-audit --no-fund && node scripts/link-runtime.cjs && npm run -s build) >&2
  fi
  mcp_hub() { node "$ROOT/bin/mcp-hub.cjs" "$@"; }
fi

FOLDER=$(mktemp -d "$RUNNER_TEMP/mcp-hub-gate.XXXXXX")
OPTIONS=(--report "sarif=$FOLDER/gate.sarif" --report "markdown=$FOLDER/gate.md" --report "json=$FOLDER/gate.json")
while IFS= read -r file; do
  if test -n "$file"; then OPTIONS+=(--file "$file"); fi
done <<< "$GATE_FILES"
if test "$GATE_ALLOW_LOCAL" = true; then OPTIONS+=(--allow-local); fi
if test "${GATE_ALLOW_NO_POLICY:-}" = true; then OPTIONS+=(--allow-no-policy); fi

STATUS=0
mcp_hub gate "${OPTIONS[@]}" || STATUS=$?

RESULT=
case $STATUS in
  0) RESULT=PASS ;;
  1) RESULT=FAIL ;;
  # The hub has answered, but no policy applied.
  2) if test -f "$FOLDER/gate.json"; then RESULT=NO_POLICY; fi ;;
  # A repository without configurations has nothing that could fail.
  3) RESULT=NONE STATUS=0 ;;
esac
if test -f "$FOLDER/gate.md"; then cat "$FOLDER/gate.md" >> "$GITHUB_STEP_SUMMARY"; fi
{
  echo "status=$STATUS"
  echo "result=$RESULT"
  echo "sarif=$FOLDER/gate.sarif"
  echo "markdown=$FOLDER/gate.md"
} >> "$GITHUB_OUTPUT"
