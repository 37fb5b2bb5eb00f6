import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A pipeline whose new leads go to members in turn. */
@Entity('rotas')
export class Rota {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'pipeline_id' }) pipelineId!: string;
  /** Leads with a greater id, which grows with time, may be served. */
  @Column('uuid', { name: 'served_to' }) servedTo!: string;
}

/** A member's position: the lowest was served longest ago. */
@Entity('rota_members')
export class RotaMember {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'pipeline_id' }) pipelineId!: string;
  @PrimaryColumn('uuid', { name: 'member_id' }) memberId!: string;
  @Column('bigint', { name: 'turn' }) position!: string;
}
