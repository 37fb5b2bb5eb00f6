// Calls the service for one account as a partner does: POST /leads, the list and GET by id, and readiness, each five times a second, whether
// the answers come or not. Its own process, so that it measures no other one's work. Answers each message with the calls since the last one.
const { Agent, request } = require('node:http');

const [url, key, leadId] = process.argv.slice(2);
const EVERY_MS = 200;

const agent = new Agent({ keepAlive: true });
let taken = [];
let sent = 0;

const CALLS = [
  ['POST /leads', 'POST', '/api/v1/leads'],
  ['GET /leads', 'GET', '/api/v1/leads?limit=50'],
  ['GET /leads/{id}', 'GET', `/api/v1/leads/${leadId}`],
  ['readiness', 'GET', '/health/ready'],
];

function call([name, method, path]) {
  const begin = performance.now();
  const end = (status) => taken.push({ name, status, ms: performance.now() - begin });
  const headers = { Authorization: `Bearer ${key}` };
  const body =
    method === 'POST' ? JSON.stringify({ phone: `119${String(70_000_000 + sent++)}`, name: 'Ana' }) : undefined;
  if (body) headers['Content-Type'] = 'application/json';
  const outgoing = request(url + path, { method, headers, agent }, (answer) => {
    answer.resume();
    answer.once('end', () => end(answer.statusCode));
    answer.once('error', () => end(0));
  });
  outgoing.once('error', () => end(0));
  outgoing.end(body);
}

CALLS.forEach((one, place) => setTimeout(() => setInterval(call, EVERY_MS, one), (place * EVERY_MS) / CALLS.length));

process.on('message', () => {
  process.send(taken);
  taken = [];
});
process.on('disconnect', () => process.exit());
