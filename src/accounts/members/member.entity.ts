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
