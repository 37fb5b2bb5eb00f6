#!/usr/bin/env bash
# Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… ./send-lead.sh <id of the submission in your system>
# A lead that could not be sent now is kept in the folder leads-not-sent; ./send-lead.sh --kept sends what is there.
set -euo pipefail
umask 077

submission="${1:?the id of the submission in your system}"
# Without the line break that a file of Windows leaves at the end.
url="${ENTRADA_URL:-}" key="${ENTRADA_KEY:-}"
url="${url//[[:space:]]/}" key="${key//[[:space:]]/}"
outbox="${ENTRADA_OUTBOX:-leads-not-sent}"
mkdir -p "$outbox"
answer="$(mktemp)"
trap 'rm -f "$answer"' EXIT

# Sends a lead of the folder, and removes it when the service has it: 0 sent, 1 refused, 75 kept.
# curl repeats after 429 and 5xx, as Retry-After says, and after network errors, for a minute in all. Every try carries the
# same external_id, so the lead is created once, even when the answer to a try got lost. The key is in no list of processes.
deliver() {
  local status='no answer'
  if [[ -z "$url" || -z "$key" ]]; then
    echo '(ENTRADA_URL or ENTRADA_KEY is not set)' >"$answer"
  else
    : >"$answer"
    status="$(curl --silent --show-error --output "$answer" --write-out '%{http_code}' \
      --max-time 20 --retry 5 --retry-all-errors --retry-max-time 60 \
      --config <(printf 'header = "Authorization: Bearer %s"\n' "$key") \
      --header 'Content-Type: application/json' --data-binary "@$1" \
      "$url/api/v1/leads")" || true
    # Who answers 200 with a page is not the service.
    [[ "$status" != 2* || "$(head -c 1 "$answer")" == '{' ]] || status='no answer of the service'
  fi
  case "$status" in
    2*)
      rm -f "$1"
      cat "$answer"
      echo
      ;;
    400 | 409 | 413 | 422)
      mv "$1" "$1.refused"
      echo "Refused: $status $(cat "$answer")" >&2
      echo "The same lead would be refused again. It is in $1.refused" >&2
      return 1
      ;;
    *)
      echo "Not sent: $status $(cat "$answer")" >&2
      echo "The lead is kept in $1; send it later with --kept" >&2
      return 75
      ;;
  esac
}

if [[ "$submission" == --kept ]]; then
  result=0
  for file in "$outbox"/lead.????????; do
    [[ -e "$file" ]] || continue
    outcome=0
    deliver "$file" || outcome=$?
    ((outcome != 75)) || exit 75
    ((outcome == 0)) || result=$outcome
  done
  exit "$result"
fi

# Written down before the first try, so that not even a crash loses it.
new="$(mktemp "$outbox/new.XXXXXXXX")"
cat >"$new" <<JSON
{
  "phone": "(11) 98765-4322",
  "name": "João Souza",
  "external_id": "$submission",
  "attribution": { "utm_source": "instagram", "utm_medium": "cpc" }
}
JSON
lead="$outbox/lead.${new##*.}"
mv "$new" "$lead"
deliver "$lead"
