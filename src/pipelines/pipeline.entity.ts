import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sales pipeline. Each account has exactly one default pipeline. */
@Entity('pipelines')
export class Pipeline {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { name: 'is_default' })
  isDefault!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}

/** Stage of a pipeline. The last three fields are for metrics, and only owners see them. */
@Entity('stages')
export class Stage {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'pipeline_id' })
  pipelineId!: string;

  @Column('text')
  name!: string;

  /** 1, 2, 3 … without gaps: the field `order` of the API. */
  @Column('integer')
  position!: number;

  @Column('boolean', { name: 'is_entry' })
  isEntry!: boolean;

  @Column('boolean', { name: 'is_won' })
  isWon!: boolean;

  @Column('boolean', { name: 'is_lost' })
  isLost!: boolean;

  @Column('boolean', { name: 'is_scheduling' })
  isScheduling!: boolean;

  @Column('boolean', { name: 'is_sale' })
  isSale!: boolean;

  /** Reais, as decimal text. */
  @Column('numeric', { precision: 14, scale: 2, nullable: true })
  value!: string | null;
}
