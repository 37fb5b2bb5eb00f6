const { createServer } = require('node:http');
const { text } = require('node:stream/consumers');
const { parentPort, workerData: answers } = require('node:worker_threads');

const RECEIVED = { status: 202, body: '{"data":{"received":true}}' };
const BLOCKED = { status: 403, body: '<h1>Blocked</h1>' };

/** Calls of /0/… get the first answer, and so on. /service/… answers as the service, and /filter/… has a filter in front of it. */
function answerTo(request, body) {
  const name = request.url.split('/')[1];
  if (name === 'service') return RECEIVED;
  if (name === 'filter') return body.includes('DROP TABLE') ? BLOCKED : RECEIVED;
  return answers[Number(name)];
}

const server = createServer((request, response) => {
  void text(request).then((submission) => {
    const { status, headers, body, echoes } = answerTo(request, submission);
    // With this wait no program repeats the call within its minute.
    response.writeHead(status, { 'Retry-After': '99999', ...headers });
    response.end(echoes ? JSON.stringify(request.headers) : body);
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
