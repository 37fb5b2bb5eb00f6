// Keeps a copy of the account's leads in a file. Usage: ENTRADA_URL=… ENTRADA_KEY=… node sync-leads.mjs leads.json
// The file is replaced as a whole after the last page: a run that is killed changes nothing, and the next one does its work.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// Without the line break that a file of Windows leaves at the end.
const [ENTRADA_URL, ENTRADA_KEY] = ['ENTRADA_URL', 'ENTRADA_KEY'].map((name) => process.env[name]?.trim());
const LONGEST_WAIT_MS = 60_000;
const OVERLAP_MS = 5 * 60_000;

/** Only a page of the service counts, with a list and a cursor: another server may answer in its place. */
function pageOf(text) {
  try {
    const page = JSON.parse(text);
    const hasCursor = page?.next_cursor === null || typeof page?.next_cursor === 'string';
    return Array.isArray(page?.data) && hasCursor ? page : undefined;
  } catch {
    return undefined;
  }
}

/** Asks once. The status is 0 without an answer. */
async function ask(query) {
  try {
    const response = await fetch(`${ENTRADA_URL}/api/v1/leads?${new URLSearchParams(query)}`, {
      headers: { Authorization: `Bearer ${ENTRADA_KEY}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    const retryAfter = Number(response.headers.get('Retry-After')) * 1000;
    return { status: response.status, text, retryAfter, page: response.status === 200 ? pageOf(text) : undefined };
  } catch (error) {
    return { status: 0, text: String(error.cause ?? error) };
  }
}

/** Reads a page; repeats after 429, 5xx and lost connections, for a minute in all. */
async function readPage(query) {
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let pause = 1000; ; pause *= 2) {
    const { status, text, retryAfter, page } = await ask(query);
    if (page) return page;
    const wait = retryAfter > 0 ? retryAfter : pause;
    const mayHelp = status < 300 || status === 429 || status >= 500;
    if (!mayHelp || performance.now() + wait > end) {
      // An answer may repeat the headers of the call.
      const shown = text.replaceAll(ENTRADA_KEY, '…').slice(0, 1000);
      console.error(`Not synced: ${status || 'no answer'} ${shown}\nThe copy is as it was.`);
      process.exit(mayHelp ? 75 : 1);
    }
    await sleep(wait);
  }
}

/** The copy, and from which moment on the next run has to read: both are in one file, so that they always fit. */
function readCopy(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return { latest: null, leads: {} };
    throw error;
  }
}

/** Takes over what changed since the last run. Every moment is one of the service's: this machine's clock may be wrong. */
async function sync(copy) {
  const since = copy.latest && new Date(Date.parse(copy.latest) - OVERLAP_MS).toISOString();
  let cursor = null;
  do {
    const page = await readPage({
      limit: '100',
      ...(since && { updated_since: since }),
      ...(cursor && { cursor }),
    });
    for (const lead of page.data) {
      if (lead.gone) delete copy.leads[lead.id];
      else copy.leads[lead.id] = lead;
      if (copy.latest === null || lead.updated_at > copy.latest) copy.latest = lead.updated_at;
    }
    cursor = page.next_cursor;
  } while (cursor);
}

const [, , file] = process.argv;
if (!file) throw new Error('give the file of the copy');
if (!ENTRADA_URL || !ENTRADA_KEY) throw new Error('ENTRADA_URL or ENTRADA_KEY is not set');
// Node's message would show a key with a line break.
if (/[^\w.-]/.test(ENTRADA_KEY))
  throw new Error('ENTRADA_KEY has a line break, a blank or another character that no key has');
const copy = readCopy(file);
await sync(copy);
const whole = `${file}.${process.pid}.new`;
writeFileSync(whole, JSON.stringify(copy), { mode: 0o600, flush: true });
renameSync(whole, file);
console.log(`${Object.keys(copy.leads).length} leads, up to ${copy.latest}`);
