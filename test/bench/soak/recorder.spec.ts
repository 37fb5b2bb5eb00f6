import { Recorder } from './recorder';

it('gives what was collected since the last time, by group', () => {
  const recorder = new Recorder();
  for (const [kind, milliseconds] of [
    ['new', 1],
    ['again', 3],
    ['get', 2],
  ] as const) {
    recorder.begin();
    recorder.end(kind, milliseconds);
  }
  recorder.begin();
  recorder.begin();
  recorder.end('get', 4, '500');
  expect(recorder.take()).toEqual({
    requests: 4,
    failures: { 'get: 500': 1 },
    times: { POST: { p50: 1, p99: 3 }, GET: { p50: 2, p99: 4 } },
    unanswered: 2,
  });
  expect(recorder.take()).toEqual({ requests: 0, failures: {}, times: {}, unanswered: 1 });
});
