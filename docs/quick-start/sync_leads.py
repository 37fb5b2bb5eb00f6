"""Keeps a copy of the account's leads in SQLite. Usage: ENTRADA_URL=… ENTRADA_KEY=… python3 sync_leads.py leads.db

A run is one transaction: one that is killed changes nothing, and the next one does its work.
"""

import datetime
import http.client
import json
import os
import re
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# Without the line break that a file of Windows leaves at the end: with one Python's error message has the key.
URL = os.environ.get("ENTRADA_URL", "").strip()
KEY = os.environ.get("ENTRADA_KEY", "").strip()
LONGEST_WAIT_S = 60
OVERLAP = datetime.timedelta(minutes=5)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is not followed: it would take the key to another address."""

    def redirect_request(self, *_):
        return None


SERVICE = urllib.request.build_opener(NoRedirect)


def answer_to(request):
    """Opens the answer, whatever its status is."""
    try:
        return SERVICE.open(request, timeout=20)
    except urllib.error.HTTPError as error:
        return error


def ask(query):
    """Asks once. Gives status (0 without an answer), text and Retry-After."""
    request = urllib.request.Request(
        URL + "/api/v1/leads?" + urllib.parse.urlencode(query),
        headers={"Authorization": "Bearer " + KEY},
    )
    try:
        with answer_to(request) as response:
            status, text = response.getcode(), response.read().decode(errors="replace")
            return status, text, response.headers.get("Retry-After")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return 0, str(error), None


def page_of(text):
    """Only a page of the service counts, with a list and a cursor: another server may answer in its place."""
    try:
        page = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_page = isinstance(page, dict) and isinstance(page.get("data"), list) and "next_cursor" in page
    return page if is_page and isinstance(page["next_cursor"], (str, type(None))) else None


def read_page(query):
    """Reads a page; repeats after 429, 5xx and lost connections, for a minute in all."""
    end = time.monotonic() + LONGEST_WAIT_S
    pause = 1
    while True:
        status, text, retry_after = ask(query)
        page = page_of(text) if status == 200 else None
        if page:
            return page
        wait = max(1, int(retry_after)) if re.fullmatch("[0-9]{1,9}", retry_after or "") else pause
        may_help = status < 300 or status == 429 or status >= 500
        if not may_help or time.monotonic() + wait > end:
            # An answer may repeat the headers of the call.
            shown = text.replace(KEY, "…")[:1000]
            print(f"Not synced: {status or 'no answer'} {shown}\nThe copy is as it was.", file=sys.stderr)
            sys.exit(75 if may_help else 1)
        time.sleep(wait)
        pause *= 2


def since(latest):
    """Every moment is one of the service's: this machine's clock may be wrong."""
    moment = datetime.datetime.strptime(latest, "%Y-%m-%dT%H:%M:%S.%fZ") - OVERLAP
    return moment.isoformat(timespec="milliseconds") + "Z"


def sync(copy):
    """Takes over what changed since the last run, and notes after the last page how far it came."""
    (latest,) = copy.execute("select max(latest) from progress").fetchone()
    query = {"limit": 100, **({"updated_since": since(latest)} if latest else {})}
    while True:
        page = read_page(query)
        for lead in page["data"]:
            if "gone" in lead:
                copy.execute("delete from leads where id = ?", [lead["id"]])
            else:
                copy.execute("insert or replace into leads values (?, ?)", [lead["id"], json.dumps(lead)])
            latest = max(latest or "", lead["updated_at"])
        if not page["next_cursor"]:
            break
        query["cursor"] = page["next_cursor"]
    copy.execute("delete from progress")
    copy.execute("insert into progress values (?)", [latest])
    return latest


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("give the file of the copy")
    if not URL or not KEY:
        sys.exit("ENTRADA_URL or ENTRADA_KEY is not set")
    # Python's message would show a key with a line break.
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", KEY):
        sys.exit("ENTRADA_KEY has a line break, a blank or another character that no key has")
    os.umask(0o077)
    copy = sqlite3.connect(sys.argv[1])
    copy.execute("create table if not exists leads (id text primary key, lead text not null)")
    copy.execute("create table if not exists progress (latest text)")
    with copy:
        copy.execute("begin immediate")
        reached = sync(copy)
    (count,) = copy.execute("select count(*) from leads").fetchone()
    print(f"{count} leads, up to {reached}")
