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
