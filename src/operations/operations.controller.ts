import { Controller, Get, Header, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Answer } from '../contract/document/answers';
import type { Live } from '../contract/health';
import { HealthService } from './health';
import { PrometheusGuard } from '../auth/access/prometheus.guard';
import { BacklogGauges } from './backlog-gauges';
import { Described } from '../contract/document/described';
import { OPERATIONS_TEXTS } from './operations.texts';

if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();

/** Routes for those who run the service, outside the API. Health has no limits. */
@Controller()
@Described(OPERATIONS_TEXTS)
export class OperationsController {
  constructor(
    private readonly health: HealthService,
    private readonly watch: BacklogGauges,
  ) {}

  /** Says only that the process answers; the database is not asked. */
  @Get('health/live')
  live(): Answer<Live> {
    return { data: { live: true } };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response) {
    const health = await this.health.check();
    if (!health.ready) response.status(503);
    return { data: health };
  }

  @Get('metrics')
  @UseGuards(PrometheusGuard)
  @Header('Content-Type', register.contentType)
  async metrics(): Promise<string> {
    await this.watch.refresh();
    return register.metrics();
  }
}
