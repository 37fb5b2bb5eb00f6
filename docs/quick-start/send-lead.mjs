// Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… node send-lead.mjs <id of the submission in your system>
// A lead that could not be sent now is kept in the folder leads-not-sent; node send-lead.mjs --kept sends what is there.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Without the line break that a file of Windows leaves at the end.
const [ENTRADA_URL, ENTRADA_KEY] = ['ENTRADA_URL', 'ENTRADA_KEY'].map((name) => (process.env[name] ?? '').trim());
const { ENTRADA_OUTBOX = 'leads-not-sent' } = process.env;
const LONGEST_WAIT_MS = 60_000;
const LONGEST_ANSWER = 1_000_000;
const OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const [SENT, REFUSED, KEPT] = [0, 1, 75];

/** Says why the settings cannot be used, without showing the key. */
function settingsFault() {
  if (!ENTRADA_URL || !ENTRADA_KEY) return '(ENTRADA_URL or ENTRADA_KEY is not set)';
  if (!/^https?:\/\/\S+$/.test(ENTRADA_URL)) return '(ENTRADA_URL is no address that begins with http:// or https://)';
  if (/[^\w.-]/.test(ENTRADA_KEY))
    return '(ENTRADA_KEY has a line break, a blank or another character that no key has)';
  return '';
}

/**
 * Only an answer of the service counts. A proxy, a hosting company or a hotel's network may answer in its place, with any status.
 * received: 200, 201 or 202, and data has received, or created and duplicate. error: it has code, message and request_id.
 */
function kindOf(status, text) {
  try {
    const { data, error } = JSON.parse(text) ?? {};
    const isReceipt =
      data?.received === true || [data?.created, data?.duplicate].every((flag) => typeof flag === 'boolean');
    if ([200, 201, 202].includes(status) && isReceipt) return 'received';
    const isError = [error?.code, error?.message, error?.request_id].every((value) => typeof value === 'string');
    return status >= 400 && isError ? 'error' : 'foreign';
  } catch {
    return 'foreign';
  }
}

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
    const text = await beginningOf(response.body ?? []);
    const { status, headers } = response;
    return { status, text, kind: kindOf(status, text), retryAfter: Number(headers.get('Retry-After')) * 1000 };
  } catch (error) {
    return { status: 0, text: String(error.cause ?? error), kind: 'foreign' };
  }
}

async function beginningOf(body) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  return text;
}

/** Whether the same lead may be received in a moment: no answer, another's page, 429 or 5xx. */
const mayPass = ({ status, kind }) => (status < 300 ? kind !== 'received' : status === 429 || status >= 500);

/** Repeats what may pass, for a minute in all; the external_id keeps that from doing it twice. */
async function sendPatiently(lead) {
  const fault = settingsFault();
  if (fault) return { status: 0, text: fault, kind: 'foreign' };
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let pause = 1000; ; pause *= 2) {
    const answer = await post(lead);
    const wait = answer.retryAfter > 0 ? answer.retryAfter : pause * (0.5 + Math.random() / 2);
    if (!mayPass(answer) || performance.now() + wait > end) return answer;
    await sleep(wait);
  }
}

/** Sends a lead of the folder, and removes it when the service has it. */
async function deliver(file) {
  // Another run has sent it.
  if (!existsSync(file)) return SENT;
  const answer = await sendPatiently(readFileSync(file, 'utf8'));
  const { status, kind } = answer;
  if (kind === 'received') {
    rmSync(file, { force: true });
    console.log(answer.text);
    return SENT;
  }
  // An answer may repeat the headers of the call.
  const text = (ENTRADA_KEY ? answer.text.replaceAll(ENTRADA_KEY, '…') : answer.text).slice(0, 1000);
  if (kind === 'error' && [400, 409, 413, 422].includes(status)) {
    if (existsSync(file)) renameSync(file, `${file}.refused`);
    console.error(`Refused: ${status} ${text}\nThe same lead would be refused again. It is in ${file}.refused`);
    return REFUSED;
  }
  const cause = status === 0 ? 'no answer' : kind === 'error' ? status : `${status}, but not from the service:`;
  console.error(`Not sent: ${cause} ${text}\nThe lead is kept in ${file}; send it later with --kept`);
  // A filter in front of the service may block one lead. Otherwise the next lead would fare the same.
  if (kind === 'error' || status < 400 || mayPass(answer)) process.exit(KEPT);
  return KEPT;
}

/** Text of bytes in UTF-8, or in ISO-8859-1, as an old page or file has it. */
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Node 20 reads these 32 bytes of Windows as control characters.
    return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (byte) => OF_WINDOWS[byte.charCodeAt(0) - 0x80]);
  }
}

/** Writes a lead down before the first try, so that not even a crash loses it. The same lead has one file. */
function keep(lead) {
  const text = JSON.stringify(lead, function (name, value) {
    return Buffer.isBuffer(this[name]) ? textOf(this[name]) : value;
  });
  const file = join(ENTRADA_OUTBOX, `${createHash('sha256').update(text).digest('hex')}.json`);
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}

/** Sends all that was kept, until the service takes no more. */
async function deliverKept() {
  let result = SENT;
  for (const name of readdirSync(ENTRADA_OUTBOX).filter((name) => name.endsWith('.json')))
    result = Math.max(result, await deliver(join(ENTRADA_OUTBOX, name)));
  return result;
}

const [, , submission] = process.argv;
if (!submission) throw new Error('give the id of the submission in your system');

mkdirSync(ENTRADA_OUTBOX, { recursive: true, mode: 0o700 });
process.exitCode =
  submission === '--kept'
    ? await deliverKept()
    : await deliver(
        // A Buffer (of a file, of the standard input) may be in UTF-8 or ISO-8859-1. Node reads arguments as UTF-8 only.
        keep({
          phone: '(11) 98765-4323',
          name: 'Ana Lima',
          external_id: submission,
          attribution: { utm_source: 'instagram', utm_medium: 'cpc' },
        }),
      );
