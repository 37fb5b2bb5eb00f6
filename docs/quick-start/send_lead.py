"""Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… python3 send_lead.py <id of the submission in your system>

A lead that could not be sent now is kept in the folder leads-not-sent; python3 send_lead.py --kept sends what is there.
"""

import hashlib
import http.client
import json
import os
import random
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
SENT, REFUSED, KEPT = 0, 1, 75


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is not followed: it would turn the POST into a GET."""

    def redirect_request(self, *_):
        return None


SERVICE = urllib.request.build_opener(NoRedirect)


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
            status, text = response.getcode(), response.read().decode(errors="replace")
            if status < 300:
                json.loads(text)
            return status, text, response.headers.get("Retry-After")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return 0, str(error), None


def send_patiently(lead):
    """Repeats after 429, 5xx and lost connections, for a minute in all; the external_id keeps that from doing it twice."""
    if not URL or not KEY:
        return 0, "(ENTRADA_URL or ENTRADA_KEY is not set)"
    end = time.monotonic() + LONGEST_WAIT_S
    pause = 1
    while True:
        status, text, retry_after = post(lead)
        wait = max(1, int(retry_after)) if (retry_after or "").isdigit() else pause * random.uniform(0.5, 1)
        may_help = status == 0 or status == 429 or status >= 500
        if not may_help or time.monotonic() + wait > end:
            return status, text
        time.sleep(wait)
        pause *= 2


def deliver(file):
    """Sends a lead of the folder, and removes it when the service has it."""
    status, text = send_patiently(file.read_bytes())
    if 200 <= status < 300:
        file.unlink(missing_ok=True)
        print(text)
        return SENT
    if status in (400, 409, 413, 422):
        refused = file.rename(f"{file}.refused")
        print(f"Refused: {status} {text}\nThe same lead would be refused again. It is in {refused}", file=sys.stderr)
        return REFUSED
    print(f"Not sent: {status or 'no answer'} {text}\nThe lead is kept in {file}; send it later with --kept", file=sys.stderr)
    return KEPT


def keep(lead):
    """Writes a lead down before the first try, so that not even a crash loses it."""
    file = OUTBOX / (hashlib.sha256(lead["external_id"].encode()).hexdigest() + ".json")
    new = Path(f"{file}.new")
    new.touch(mode=0o600)
    new.write_text(json.dumps(lead))
    return new.rename(file)


def deliver_kept():
    """Sends all that was kept, until the service takes no more."""
    result = SENT
    for file in sorted(OUTBOX.glob("*.json")):
        outcome = deliver(file)
        if outcome == KEPT:
            return KEPT
        result = max(result, outcome)
    return result


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("give the id of the submission in your system")
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
