"""Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… python3 send_lead.py <id of the submission in your system>"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

TRIES = 7


class Refused(Exception):
    """The service has answered, and sending the same again would not help: branch on error.code."""


def send_lead(lead):
    """Repeats after 429, 5xx and network errors; the external_id keeps repetitions from doing it twice."""
    request = urllib.request.Request(
        os.environ["ENTRADA_URL"] + "/api/v1/leads",
        data=json.dumps(lead).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["ENTRADA_KEY"],
            "Content-Type": "application/json",
        },
    )
    for attempt in range(1, TRIES + 1):
        wait = min(30, 2 ** (attempt - 1)) * random.uniform(0.5, 1)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500 or attempt == TRIES:
                raise Refused(f"{error.code} {error.read().decode()}") from None
            wait = float(error.headers.get("Retry-After") or wait)
        except (OSError, http.client.HTTPException, ValueError):
            if attempt == TRIES:
                raise
        time.sleep(wait)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("give the id of the submission in your system")
    answer = send_lead(
        {
            "phone": "(11) 98765-4324",
            "name": "Pedro Santos",
            "external_id": sys.argv[1],
            "attribution": {"utm_source": "instagram", "utm_medium": "cpc"},
        }
    )
    print(json.dumps(answer))
