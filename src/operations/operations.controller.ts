import { Controller, Get, Header, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { collectDefaultMetrics, register } from 'prom-client';
import { type Live, type Health, HEALTH, LIVE } from '../contract/health';
import { HealthService } from './health';
import { PrometheusGuard } from '../auth/access/operator.guard';
import { BacklogGauges } from './backlog-gauges';
import { RELEASE } from '../common/process/version';
import { file, one, type Answer, ApiOperation, ApiTag } from '../contract/document/route-text';

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

if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();

/** Routes for those who run the service, outside the API. Health has no limits. */
@Controller()
@ApiTag('Operations')
export class OperationsController {
  constructor(
    private readonly health: HealthService,
    private readonly watch: BacklogGauges,
  ) {}

  /** Says only that the process answers; the database is not asked. */
  @Get('health/live')
  @ApiOperation('Whether the process answers', {
    answers: [one(200, 'It does.', LIVE, { live: true })],
  })
  live(): Answer<Live> {
    return { data: { live: true } };
  }

  @Get('health/ready')
  @ApiOperation('Whether this instance should get requests', {
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
  })
  async ready(@Res({ passthrough: true }) response: Response) {
    const health = await this.health.check();
    if (!health.ready) response.status(503);
    return { data: health };
  }

  @Get('metrics')
  @UseGuards(PrometheusGuard)
  @Header('Content-Type', register.contentType)
  @ApiOperation('Prometheus metrics', {
    answers: [
      file(
        'In the text format of Prometheus.',
        'text/plain',
        '# HELP http_requests_total Answered requests\n# TYPE http_requests_total counter\n',
      ),
    ],
  })
  async metrics(): Promise<string> {
    await this.watch.refresh();
    return register.metrics();
  }
}
