"""Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… python3 send_lead.py <id of the submission in your system>

A lead that could not be sent now is kept in the folder leads-not-sent; python3 send_lead.py --kept sends what is there.
"""

import hashlib
import http.client
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

# Without the line break that a file of Windows leaves at the end.
URL = os.environ.get("ENTRADA_URL", "").strip()
KEY = os.environ.get("ENTRADA_KEY", "").strip()
OUTBOX = Path(os.environ.get("ENTRADA_OUTBOX", "leads-not-sent"))
LONGEST_WAIT_S = 60
LONGEST_ANSWER = 1_000_000
SENT, REFUSED, KEPT = 0, 1, 75


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is not followed: it would turn the POST into a GET."""

    def redirect_request(self, *_):
        return None


SERVICE = urllib.request.build_opener(NoRedirect)


def settings_fault():
    """Says why the settings cannot be used, without showing the key."""
    if not URL or not KEY:
        return "(ENTRADA_URL or ENTRADA_KEY is not set)"
    if not re.fullmatch(r"https?://\S+", URL):
        return "(ENTRADA_URL is no address that begins with http:// or https://)"
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", KEY):
        return "(ENTRADA_KEY has a line break, a blank or another character that no key has)"
    return ""


def kind_of(status, text):
    """Only an answer of the service counts. A proxy, a hosting company or a hotel's network may answer in its place, with any status.

    received: 200, 201 or 202, and data has received, or created and duplicate. error: it has code, message and request_id.
    """
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return "foreign"
    data, error = (answer.get("data"), answer.get("error")) if isinstance(answer, dict) else (None, None)
    if status in (200, 201, 202) and isinstance(data, dict):
        flags = (data.get("created"), data.get("duplicate"))
        if data.get("received") is True or all(isinstance(flag, bool) for flag in flags):
            return "received"
    if status >= 400 and isinstance(error, dict):
        if all(isinstance(error.get(name), str) for name in ("code", "message", "request_id")):
            return "error"
    return "foreign"


def answer_to(request):
    """Opens the answer, whatever its status is."""
    try:
        return SERVICE.open(request, timeout=20)
    except urllib.error.HTTPError as error:
        return error


def post(lead):
    """Sends once. Gives status (0 without an answer), text and Retry-After."""
    request = urllib.request.Request(
        URL + "/api/v1/leads",
        data=lead,
        headers={
            "Authorization": "Bearer " + KEY,
            "Content-Type": "application/json",
        },
    )
    try:
        with answer_to(request) as response:
            text = response.read(LONGEST_ANSWER).decode(errors="replace")
            return response.getcode(), text, response.headers.get("Retry-After")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return 0, str(error), None


def may_pass(status, kind):
    """Whether the same lead may be received in a moment: no answer, another's page, 429 or 5xx."""
    return kind != "received" if status < 300 else status == 429 or status >= 500


def send_patiently(lead):
    """Repeats what may pass, for a minute in all; the external_id keeps that from doing it twice."""
    if settings_fault():
        return 0, settings_fault(), "foreign"
    end = time.monotonic() + LONGEST_WAIT_S
    pause = 1
    while True:
        status, text, retry_after = post(lead)
        kind = kind_of(status, text)
        wait = max(1, int(retry_after)) if re.fullmatch("[0-9]{1,9}", retry_after or "") else pause * random.uniform(0.5, 1)
        if not may_pass(status, kind) or time.monotonic() + wait > end:
            return status, text, kind
        time.sleep(wait)
        pause *= 2


def deliver(file):
    """Sends a lead of the folder, and removes it when the service has it."""
    if not file.exists():
        return SENT  # Another run has sent it.
    status, text, kind = send_patiently(file.read_bytes())
    if kind == "received":
        file.unlink(missing_ok=True)
        print(text)
        return SENT
    # An answer may repeat the headers of the call.
    text = (text.replace(KEY, "…") if KEY else text)[:1000]
    if kind == "error" and status in (400, 409, 413, 422):
        if file.exists():
            file.replace(f"{file}.refused")
        print(f"Refused: {status} {text}\nThe same lead would be refused again. It is in {file}.refused", file=sys.stderr)
        return REFUSED
    cause = "no answer" if status == 0 else status if kind == "error" else f"{status}, but not from the service:"
    print(f"Not sent: {cause} {text}\nThe lead is kept in {file}; send it later with --kept", file=sys.stderr)
    # A filter in front of the service may block one lead. Otherwise the next lead would fare the same.
    if kind == "error" or status < 400 or may_pass(status, kind):
        sys.exit(KEPT)
    return KEPT


def in_unicode(value):
    """Text of bytes in UTF-8, or in ISO-8859-1, as an old page, a file or an argument has it."""
    if isinstance(value, dict):
        return {name: in_unicode(part) for name, part in value.items()}
    if isinstance(value, list):
        return [in_unicode(part) for part in value]
    if isinstance(value, str) and re.search("[\udc80-\udcff]", value):
        value = value.encode(errors="surrogateescape")
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("cp1252", errors="replace")


def keep(lead):
    """Writes a lead down before the first try, so that not even a crash loses it. The same lead has one file."""
    text = json.dumps(in_unicode(lead))
    file = OUTBOX / (hashlib.sha256(text.encode()).hexdigest() + ".json")
    new = Path(f"{file}.new")
    new.touch(mode=0o600)
    new.write_text(text)
    return new.replace(file)


def deliver_kept():
    """Sends all that was kept, until the service takes no more."""
    return max((deliver(file) for file in sorted(OUTBOX.glob("*.json"))), default=SENT)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("give the id of the submission in your system")
    # A terminal in another encoding must not end the program.
    sys.stdout.reconfigure(errors="replace")
    OUTBOX.mkdir(mode=0o700, parents=True, exist_ok=True)
    if sys.argv[1] == "--kept":
        sys.exit(deliver_kept())
    kept = keep(
        {
            "phone": "(11) 98765-4324",
            "name": "Pedro Santos",
            "external_id": sys.argv[1],
            "attribution": {"utm_source": "instagram", "utm_medium": "cpc"},
        }
    )
    sys.exit(deliver(kept))
