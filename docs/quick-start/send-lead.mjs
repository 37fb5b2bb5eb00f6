// Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… node send-lead.mjs <id of the submission in your system>
// A lead that could not be sent now is kept in the folder leads-not-sent; node send-lead.mjs --kept sends what is there.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { ENTRADA_URL, ENTRADA_KEY, ENTRADA_OUTBOX = 'leads-not-sent' } = process.env;
const LONGEST_WAIT_MS = 60_000;
const [SENT, REFUSED, KEPT] = [0, 1, 75];

/** Sends once. The status is 0 without an answer. A redirect is not followed: it would turn the POST into a GET. */
async function post(lead) {
  try {
    const response = await fetch(`${ENTRADA_URL}/api/v1/leads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ENTRADA_KEY}`, 'Content-Type': 'application/json' },
      body: lead,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.ok) JSON.parse(text);
    return { status: response.status, text, retryAfter: Number(response.headers.get('Retry-After')) * 1000 };
  } catch (error) {
    return { status: 0, text: String(error.cause ?? error) };
  }
}

/** Repeats after 429, 5xx and lost connections, for a minute in all; the external_id keeps that from doing it twice. */
async function sendPatiently(lead) {
  if (!ENTRADA_URL || !ENTRADA_KEY) return { status: 0, text: '(ENTRADA_URL or ENTRADA_KEY is not set)' };
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let pause = 1000; ; pause *= 2) {
    const answer = await post(lead);
    const wait = answer.retryAfter || pause * (0.5 + Math.random() / 2);
    const mayHelp = answer.status === 0 || answer.status === 429 || answer.status >= 500;
    if (!mayHelp || performance.now() + wait > end) return answer;
    await sleep(wait);
  }
}

/** Sends a lead of the folder, and removes it when the service has it. */
async function deliver(file) {
  const { status, text } = await sendPatiently(readFileSync(file, 'utf8'));
  if (status >= 200 && status < 300) {
    rmSync(file, { force: true });
    console.log(text);
    return SENT;
  }
  if ([400, 409, 413, 422].includes(status)) {
    renameSync(file, `${file}.refused`);
    console.error(`Refused: ${status} ${text}\nThe same lead would be refused again. It is in ${file}.refused`);
    return REFUSED;
  }
  console.error(`Not sent: ${status || 'no answer'} ${text}\nThe lead is kept in ${file}; send it later with --kept`);
  return KEPT;
}

/** Writes a lead down before the first try, so that not even a crash loses it. */
function keep(lead) {
  const file = join(ENTRADA_OUTBOX, `${createHash('sha256').update(lead.external_id).digest('hex')}.json`);
  writeFileSync(`${file}.new`, JSON.stringify(lead), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}

/** Sends all that was kept, until the service takes no more. */
async function deliverKept() {
  let result = SENT;
  for (const name of readdirSync(ENTRADA_OUTBOX).filter((name) => name.endsWith('.json'))) {
    const outcome = await deliver(join(ENTRADA_OUTBOX, name));
    if (outcome === KEPT) return KEPT;
    result = Math.max(result, outcome);
  }
  return result;
}

const [, , submission] = process.argv;
if (!submission) throw new Error('give the id of the submission in your system');

mkdirSync(ENTRADA_OUTBOX, { recursive: true, mode: 0o700 });
process.exitCode =
  submission === '--kept'
    ? await deliverKept()
    : await deliver(
        keep({
          phone: '(11) 98765-4323',
          name: 'Ana Lima',
          external_id: submission,
          attribution: { utm_source: 'instagram', utm_medium: 'cpc' },
        }),
      );
