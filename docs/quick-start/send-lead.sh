#!/usr/bin/env bash
# Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… ./send-lead.sh <id of the submission in your system>
# A lead that could not be sent now is kept in the folder leads-not-sent; ./send-lead.sh --kept sends what is there.
set -euo pipefail
umask 077

submission="${1:?the id of the submission in your system}"
# Without the line break that a file of Windows leaves at the end.
trimmed() {
  local text="${1#"${1%%[![:space:]]*}"}"
  printf '%s' "${text%"${text##*[![:space:]]}"}"
}
url="$(trimmed "${ENTRADA_URL:-}")" key="$(trimmed "${ENTRADA_KEY:-}")"
outbox="${ENTRADA_OUTBOX:-leads-not-sent}"
[[ "$outbox" != -* ]] || outbox="./$outbox"
mkdir -p "$outbox"
answer="$(mktemp)"
trap 'rm -f "$answer"' EXIT

# Says why the settings cannot be used, without showing the key.
settings_fault() {
  if [[ -z "$url" || -z "$key" ]]; then
    echo '(ENTRADA_URL or ENTRADA_KEY is not set)'
  elif [[ ! "$url" =~ ^https?://[^[:space:]]+$ ]]; then
    echo '(ENTRADA_URL is no address that begins with http:// or https://)'
  elif [[ "$key" == *[!A-Za-z0-9_.-]* ]]; then
    echo '(ENTRADA_KEY has a line break, a blank or another character that no key has)'
  fi
}

# Sends a lead. curl repeats after 429 and 5xx, as Retry-After says, and after network errors, for a minute in all. Every try
# carries the same external_id, so the lead is created once, even when the answer to a try got lost. The key is in no list of
# processes. An answer is at most 1 MB.
post() {
  ulimit -f 1000 2>/dev/null
  curl --silent --show-error --globoff --output "$answer" --write-out '%{http_code}' \
    --max-time 20 --retry 5 --retry-all-errors --retry-max-time 60 \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$key") \
    --header 'Content-Type: application/json' --data-binary "@$1" \
    "$url/api/v1/leads"
}

# Only an answer of the service counts. A proxy, a hosting company or a hotel's network may answer in its place, with any status.
# received: 200, 201 or 202, and data has received, or created and duplicate. error: it has code, message and request_id.
kind_of() {
  local received='^\{"data":\{[^{}]*("received":true|"created":(true|false),"duplicate":(true|false))[,}].*\}$'
  if [[ "$1" =~ ^20[012]$ && "$2" =~ $received ]]; then
    echo received
  elif [[ "$1" == [45]* && "$2" == '{"error":{"code":"'*'","message":"'*'","request_id":"'*'"'*'}}' ]]; then
    echo error
  else
    echo foreign
  fi
}

# Sends a lead of the folder, and removes it when the service has it: 0 sent, 1 refused, 75 kept.
deliver() {
  local fault status='no answer' text kind
  # Another run has sent it.
  [[ -e "$1" ]] || return 0
  fault="$(settings_fault)"
  : >"$answer"
  [[ -n "$fault" ]] || status="$(post "$1")" || status='no answer'
  text="$fault$(LC_ALL=C tr -d '\0' <"$answer")"
  kind="$(kind_of "$status" "$text")"
  if [[ "$kind" == received ]]; then
    rm -f "$1"
    echo "$text"
    return 0
  fi
  # An answer may repeat the headers of the call.
  [[ -z "$key" ]] || text="${text//"$key"/…}"
  text="${text:0:1000}"
  if [[ "$kind" == error && "$status" =~ ^(400|409|413|422)$ ]]; then
    mv "$1" "$1.refused" || return 75
    echo "Refused: $status $text" >&2
    echo "The same lead would be refused again. It is in $1.refused" >&2
    return 1
  fi
  [[ "$kind" == error || "$status" == no* ]] || status="$status, but not from the service:"
  echo "Not sent: $status $text" >&2
  echo "The lead is kept in $1; send it later with --kept" >&2
  # A filter in front of the service may block one lead. Otherwise the next lead would fare the same.
  [[ "$kind" == foreign && "$status" == 4* && "$status" != 429* ]] || exit 75
  return 75
}

# A text as JSON has it, in UTF-8. A terminal, an old file or a database may give ISO-8859-1.
json() {
  local LC_ALL=C text char at result=''
  text="$(printf '%s' "$1" | iconv -f UTF-8 -t UTF-8 2>/dev/null)" ||
    text="$(printf '%s' "$1" | iconv -f WINDOWS-1252 -t UTF-8 2>/dev/null)" || text="$1"
  for ((at = 0; at < ${#text}; at++)); do
    char="${text:at:1}"
    case "$char" in
      [\"\\]) char="\\$char" ;;
      [[:cntrl:]]) printf -v char '\\u%04x' "'$char" ;;
    esac
    result+="$char"
  done
  printf '"%s"' "$result"
}

if [[ "$submission" == --kept ]]; then
  result=0
  for file in "$outbox"/lead.????????; do
    outcome=0
    deliver "$file" || outcome=$?
    ((outcome <= result)) || result=$outcome
  done
  exit "$result"
fi

# Written down before the first try, so that not even a crash loses it.
new="$(mktemp "$outbox/new.XXXXXXXX")"
cat >"$new" <<JSON
{
  "phone": $(json '(11) 98765-4322'),
  "name": $(json 'João Souza'),
  "external_id": $(json "$submission"),
  "attribution": { "utm_source": $(json instagram), "utm_medium": $(json cpc) }
}
JSON
lead="$outbox/lead.${new##*.}"
mv "$new" "$lead"
deliver "$lead"
