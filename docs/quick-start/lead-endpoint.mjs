// Endpoint for the contact form of a site in React or Next. The page calls it, and it calls the service, so that the key stays on the
// server. Copy it to app/api/contato/route.js of a Next site, or call POST(request) from any server that knows Request and Response.
// To try it: ENTRADA_URL=… ENTRADA_KEY=… node lead-endpoint.mjs, then open http://127.0.0.1:8080
//
// The page sends JSON or a form: phone, name, email, notes, consent, the signals of the visitor's first page (utm_source, gclid, fbclid,
// referrer …), and external_id, "form-" with a UUID that it makes once, so that a second click is no second submission:
//   const answer = await fetch('/api/contato', { method: 'POST', body: JSON.stringify({ phone, name, external_id, ...signals }),
//     headers: { 'Content-Type': 'application/json' } });
//   const { received, message, fields } = await answer.json(); // Show the message: only received says that the service has the lead.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const LONGEST_WAIT_MS = 8_000;
const LONGEST_TRY_MS = 5_000;
const LONGEST_BODY = 65_536;
const LONGEST_ANSWER = 1_000_000;
const LONGEST_SIGNAL = 2_048;
const SIGNALS =
  'utm_source utm_medium utm_campaign utm_content utm_term fbclid fbc gclid gbraid wbraid gad_source referrer'.split(
    ' ',
  );
/** What a visitor can correct, in the words of the form. */
const FIELDS = { phone: 'o telefone, com DDD', name: 'o nome', email: 'o e-mail', notes: 'a mensagem' };
const RECEIVED = 'Recebemos seu contato. Obrigado!';
const NOT_RECEIVED =
  'Não conseguimos receber seu contato agora. Tente de novo em alguns minutos ou fale com a gente por telefone.';

/** For the log of the server. */
const CAUSES = {
  error: 'the service refused it',
  foreign: 'the service at ENTRADA_URL did not answer, or something else did',
  key: 'there is no key in ENTRADA_KEY or ENTRADA_KEY_FILE, or it has a character that no key has',
};

export async function POST(request) {
  const form = await formOf(request).catch(() => undefined);
  if (!form) return answerTo(request, 400, 'Não conseguimos ler o formulário. Confira seus dados e envie de novo.');
  // Visitors do not see this field; robots fill it in.
  if (textOf(form.assunto)) return answerTo(request, 422, 'Confira seus dados e envie de novo.');
  const lead = leadOf(form, request.headers.get('referer') ?? '');
  if ((lead.phone ?? '').replace(/\D/g, '').length < 8) return refusal(request, { phone: 'falta o número' });
  const result = await sendPatiently(lead);
  if (result.kind === 'received') return answerTo(request, 200, RECEIVED);
  const problems = Object.fromEntries(fieldsOf(result).map(({ field, message }) => [field, message]));
  if (Object.keys(problems).some((field) => field in FIELDS)) return refusal(request, problems);
  // Nothing of the visitor, and no key.
  const { code = '', request_id: id = '' } = result.error ?? {};
  console.error(
    `Entrada: a contact was not received: ${[CAUSES[result.kind], result.status, code, id].join(' ').trim()}`,
  );
  return answerTo(request, 503, NOT_RECEIVED);
}

/** The fields of the page, from JSON or a form. */
async function formOf(request) {
  const bytes = await beginningOf(request.body, LONGEST_BODY);
  if (!bytes) return undefined;
  const type = request.headers.get('content-type') ?? '';
  if (!type.includes('json'))
    return Object.fromEntries(await new Response(bytes, { headers: { 'Content-Type': type } }).formData());
  const form = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return form && typeof form === 'object' ? form : undefined;
}

const textOf = (value) => (['string', 'number'].includes(typeof value) ? String(value).trim() : '');

/** The lead as the service takes it. */
function leadOf(form, page) {
  const inAddress = URL.canParse(page) ? new URL(page).searchParams : new URLSearchParams();
  const signals = { ...Object.fromEntries(inAddress), ...form, ...form.attribution };
  const attribution = SIGNALS.map((name) => [name, textOf(signals[name])]);
  const texts = Object.keys(FIELDS).map((name) => [name, textOf(form[name])]);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text)),
    ...(['true', 'on', 'sim', '1'].includes(String(form.consent)) && { consent: true }),
    external_id: idOf(textOf(form.external_id), textOf(form.phone)),
    attribution: Object.fromEntries(attribution.filter(([, text]) => text && text.length <= LONGEST_SIGNAL)),
  };
}

/** An id of another format may be one of the site's own orders. A visitor who corrects the phone sends another submission. */
function idOf(sent, phone) {
  const id = /^form-[\da-f-]{36}$/.test(sent) ? sent : `form-${randomUUID()}`;
  const digits = createHash('sha256').update(phone.replace(/\D/g, ''));
  return `${id}-${digits.digest('hex').slice(0, 8)}`;
}

/** Repeats what may pass, within the time that a visitor waits; the external_id keeps that from doing it twice. */
async function sendPatiently(lead) {
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let pause = 500; ; pause *= 2) {
    const result = await send(lead, Math.min(LONGEST_TRY_MS, end - performance.now()));
    const wait = result.retryAfter > 0 ? result.retryAfter : pause * (0.5 + Math.random() / 2);
    const mayPass = result.status < 300 ? result.kind === 'foreign' : result.status === 429 || result.status >= 500;
    if (!mayPass || performance.now() + wait + 500 > end) return result;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/**
 * Sends once. Only an answer of the service counts; a proxy or a hosting company may answer in its place, with any status.
 * received: data has received, or created and duplicate. error: it has code, message and request_id. key: there is none.
 */
async function send(lead, ms) {
  const key = keyOfSite();
  if (!/^[\w.-]+$/.test(key)) return { status: 0, kind: 'key' };
  try {
    const response = await fetch(`${(process.env.ENTRADA_URL ?? '').trim()}/api/v1/leads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(lead),
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(ms)),
    });
    const { status, headers } = response;
    const text = (await beginningOf(response.body, LONGEST_ANSWER))?.toString() ?? '';
    return { status, retryAfter: Number(headers.get('Retry-After')) * 1000, ...kindOf(status, text) };
  } catch {
    return { status: 0, kind: 'foreign' };
  }
}

/** The key of the environment, or of a file that only the server can read. Without the line break that a file may have. */
function keyOfSite() {
  const { ENTRADA_KEY, ENTRADA_KEY_FILE: file = '' } = process.env;
  return (ENTRADA_KEY || (existsSync(file) ? readFileSync(file, 'utf8') : '')).trim();
}

function kindOf(status, text) {
  try {
    const { data, error } = JSON.parse(text) ?? {};
    const isReceipt =
      data?.received === true || [data?.created, data?.duplicate].every((flag) => typeof flag === 'boolean');
    if ([200, 201, 202].includes(status) && isReceipt) return { kind: 'received' };
    const isError = [error?.code, error?.message, error?.request_id].every((value) => typeof value === 'string');
    return status >= 400 && isError ? { kind: 'error', error } : { kind: 'foreign' };
  } catch {
    return { kind: 'foreign' };
  }
}

const fieldsOf = ({ error }) => (Array.isArray(error?.details?.fields) ? error.details.fields : []);

/** The bytes of a body; undefined when there are more. */
async function beginningOf(body, longest) {
  const chunks = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > longest) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Says what to correct. */
function refusal(request, problems) {
  const known = Object.entries(FIELDS).filter(([field]) => field in problems);
  const fields = Object.fromEntries(known.map(([field, words]) => [field, `Confira ${words}: ${problems[field]}.`]));
  return answerTo(request, 422, Object.values(fields).join(' '), fields);
}

/** JSON for a page's script, and a page of its own for a form that is sent without one. */
function answerTo(request, status, message, fields = {}) {
  const headers = { 'Cache-Control': 'no-store' };
  if (!(request.headers.get('accept') ?? '').includes('text/html'))
    return Response.json({ received: status === 200, message, fields }, { status, headers });
  const shown = message.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const back = status === 200 ? '' : '<p>Volte à página anterior: o que você escreveu ainda está lá.</p>';
  const page = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Contato</title><main><h1>Contato</h1><p role="${status === 200 ? 'status' : 'alert'}">${shown}</p>${back}</main></html>`;
  return new Response(page, { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
}

const TRIAL_PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Contato</title><main><h1>Contato</h1>
<form method="post"><p><label>Nome <input name="name"></label><p><label>Telefone com DDD <input name="phone" type="tel" required></label>
<p><label>E-mail <input name="email" type="email"></label><p><label>Mensagem <textarea name="notes" maxlength="500"></textarea></label>
<p><label><input type="checkbox" name="consent"> Aceito receber contato.</label><p><button>Enviar</button></form></main></html>`;

/** Serves a page with a form, to try the endpoint without a site. */
async function answerTrial(incoming, outgoing) {
  const { method, headers } = incoming;
  if (method !== 'POST') return outgoing.setHeader('Content-Type', 'text/html; charset=utf-8').end(TRIAL_PAGE);
  const body = Readable.toWeb(incoming);
  const response = await POST(new Request('http://127.0.0.1', { method, headers, body, duplex: 'half' }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  createServer((incoming, outgoing) => void answerTrial(incoming, outgoing)).listen(
    Number(process.env.PORT ?? 8080),
    '127.0.0.1',
  );
