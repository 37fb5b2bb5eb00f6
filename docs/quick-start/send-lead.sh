#!/usr/bin/env bash
# Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… ./send-lead.sh <id of the submission in your system>
set -euo pipefail

submission="${1:?the id of the submission in your system}"
answer="$(mktemp)"
trap 'rm -f "$answer"' EXIT

# curl repeats after 429 and 5xx, as Retry-After says, and after network errors. Every try carries the same external_id, so
# the lead is created once, even when the answer to a try got lost.
status="$(curl --silent --show-error --output "$answer" --write-out '%{http_code}' \
  --max-time 20 --retry 6 --retry-all-errors --retry-max-time 180 \
  --header "Authorization: Bearer $ENTRADA_KEY" \
  --header 'Content-Type: application/json' \
  --data "{
    \"phone\": \"(11) 98765-4322\",
    \"name\": \"João Souza\",
    \"external_id\": \"$submission\",
    \"attribution\": { \"utm_source\": \"instagram\", \"utm_medium\": \"cpc\" }
  }" \
  "$ENTRADA_URL/api/v1/leads")"

cat "$answer"
echo
# 201 created, 200 known or sent before, 202 for a key without leads:read. Anything else is a refusal: see error.code.
[[ "$status" == 2* ]]
