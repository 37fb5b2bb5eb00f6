import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { Pipeline } from './pipeline.entity';
import type { Funnel } from './pipeline.view';
import { Stage } from './stage.entity';

/** The funnels of an account. */
@Injectable()
export class PipelinesService {
  constructor(private readonly database: Database) {}

  /** The default funnel first, the others by creation; stages in order. */
  async list(accountId: string): Promise<Funnel[]> {
    const { entities } = this.database;
    const [pipelines, stages] = await Promise.all([
      entities.find(Pipeline, { where: { accountId }, order: { isDefault: 'DESC', createdAt: 'ASC', id: 'ASC' } }),
      entities.find(Stage, { where: { accountId }, order: { position: 'ASC' } }),
    ]);
    return pipelines.map((pipeline) => ({
      pipeline,
      stages: stages.filter((stage) => stage.pipelineId === pipeline.id),
    }));
  }
}
