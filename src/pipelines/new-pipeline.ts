import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Pipeline, Stage } from './pipeline.entity';

/** New stage; an absent flag is off. `value` is in reais. */
export interface NewStage {
  readonly name: string;
  readonly isEntry?: boolean;
  readonly isWon?: boolean;
  readonly isLost?: boolean;
  readonly isScheduling?: boolean;
  readonly isSale?: boolean;
  readonly value?: number | null;
}

export interface NewPipeline {
  readonly name: string;
  readonly isDefault: boolean;
  readonly stages: readonly NewStage[];
}

/** Pipeline of a new account, unless the operator gives others. */
export const DEFAULT_PIPELINE: NewPipeline = {
  name: 'Funil de vendas',
  isDefault: true,
  stages: [
    { name: 'Novo', isEntry: true },
    { name: 'Em contato' },
    { name: 'Agendado', isScheduling: true },
    { name: 'Ganho', isWon: true, isSale: true },
    { name: 'Perdido', isLost: true },
  ],
};

/** Adds the pipeline in the caller's transaction and returns its id. */
export async function addPipeline(entities: EntityManager, accountId: string, pipeline: NewPipeline): Promise<string> {
  const id = uuidv7();
  const { name, isDefault } = pipeline;
  await entities.insert(Pipeline, { accountId, id, name, isDefault, createdAt: new Date() });
  if (pipeline.stages.length > 0) {
    const stages = pipeline.stages.map((stage, index) => newStageOf(accountId, id, stage, index + 1));
    await entities.insert(Stage, stages);
  }
  return id;
}

export const newStageOf = (accountId: string, pipelineId: string, stage: NewStage, position: number) => ({
  accountId,
  id: uuidv7(),
  pipelineId,
  name: stage.name,
  position,
  isEntry: stage.isEntry ?? false,
  isWon: stage.isWon ?? false,
  isLost: stage.isLost ?? false,
  isScheduling: stage.isScheduling ?? false,
  isSale: stage.isSale ?? false,
  value: typeof stage.value === 'number' ? String(stage.value) : null,
});
