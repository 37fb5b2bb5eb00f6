import { RELEASE } from '../common/process/version';
import { type Health, HEALTH, LIVE } from '../contract/health';
import { file, one, type RouteTexts, textsOf } from '../contract/document/route-text';

const HEALTH_EXAMPLE: Health = {
  ready: true,
  version: RELEASE.version,
  stopping: false,
  database: 'up',
  migrations: 'current',
  durability: 'on',
  row_level_security: 'on',
  redis: 'off',
  events: 'up',
  smtp: 'configured',
  proxy: 'ok',
};

const route = textsOf('Operations');

export const OPERATIONS_TEXTS: RouteTexts = {
  'GET /health/live': route('Whether the process answers', {
    answers: [one(200, 'It does.', LIVE, { live: true })],
  }),
  'GET /health/ready': route('Whether this instance should get requests', {
    answers: [
      one(200, 'It should.', HEALTH, HEALTH_EXAMPLE),
      one(503, 'It should not.', HEALTH, {
        ...HEALTH_EXAMPLE,
        ready: false,
        database: 'down',
        migrations: 'unknown',
        durability: 'unknown',
        row_level_security: 'unknown',
      }),
    ],
  }),
  'GET /metrics': route('Prometheus metrics', {
    answers: [
      file(
        'In the text format of Prometheus.',
        'text/plain',
        '# HELP http_requests_total Answered requests\n# TYPE http_requests_total counter\n',
      ),
    ],
  }),
};
