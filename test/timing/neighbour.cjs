// Calls the service for one account as a partner does: POST /leads, the list and GET by id, and readiness, each five times a second, whether
// the answers come or not. Its own process, so that it measures no other one's work. Answers each message with the calls since the last one,
// once all that have begun by then are over.
const { Agent, request } = require('node:http');

const [url, key, leadId] = process.argv.slice(2);
const EVERY_MS = 200;

const agent = new Agent({ keepAlive: true });
let taken = [];
let sent = 0;
const running = new Set();

const CALLS = [
  ['POST /leads', 'POST', '/api/v1/leads'],
  ['GET /leads', 'GET', '/api/v1/leads?limit=50'],
  ['GET /leads/{id}', 'GET', `/api/v1/leads/${leadId}`],
  ['readiness', 'GET', '/health/ready'],
];

/** Resolves to the status, 0 for no answer. */
const answered = ([, method, path]) =>
  new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${key}` };
    const body =
      method === 'POST' ? JSON.stringify({ phone: `119${String(70_000_000 + sent++)}`, name: 'Ana' }) : undefined;
    if (body) headers['Content-Type'] = 'application/json';
    const outgoing = request(url + path, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
      answer.once('error', () => resolve(0));
    });
    outgoing.once('error', () => resolve(0));
    outgoing.end(body);
  });

function call(one) {
  const begin = performance.now();
  const ended = answered(one).then((status) => {
    taken.push({ name: one[0], status, ms: performance.now() - begin });
    running.delete(ended);
  });
  running.add(ended);
}

CALLS.forEach((one, place) => setTimeout(() => setInterval(call, EVERY_MS, one), (place * EVERY_MS) / CALLS.length));

process.on('message', async () => {
  await Promise.all(running);
  process.send(taken);
  taken = [];
});
process.on('disconnect', () => process.exit());
