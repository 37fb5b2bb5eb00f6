import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../../contract/members/roles';

/** A person of an account who may sign in; one of them is its owner. `MemberName` has the name. */
@Entity('members')
export class Member {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  role!: Role;

  /** Null once the member was anonymised. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { name: 'email_key', nullable: true })
  emailKey!: string | null;

  @Column('boolean')
  active!: boolean;

  /** The last day away, in Brasília. */
  @Column('date', { name: 'away_until', nullable: true })
  awayUntil!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** Exact to the minute. */
  @Column({ type: 'timestamptz', name: 'last_seen_at', precision: 3, nullable: true })
  lastSeenAt!: Date | null;
}

/** What leads show of a member. It stays when the member leaves; null once the member was anonymised. */
@Entity('member_names')
export class StoredMemberName {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { nullable: true })
  name!: string | null;
}

/** Leads of a former member that a job gives to another one, or to nobody. */
@Entity('hand_overs')
export class HandOver {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'from_member_id' }) fromMemberId!: string;
  @Column('uuid', { name: 'to_member_id', nullable: true }) toMemberId!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}

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
