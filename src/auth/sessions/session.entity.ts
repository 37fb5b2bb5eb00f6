import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Session of a member. It ends at `expiresAt`, after long disuse, on request, with the membership, and when the account changes owner. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  /** Public id; the token opens the session. */
  @Column('uuid')
  id!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  /** Null in rows of releases before 1.2.0, which open nothing. */
  @Column('uuid', { name: 'member_id', nullable: true })
  memberId!: string;

  /** Browser and system in words. */
  @Column('text', { nullable: true })
  device!: string | null;

  /** Lasts 30 days, also without use. */
  @Column('boolean', { default: false })
  remembered!: boolean;

  /** Only reads the agenda of the member, as a calendar (leads/activities/calendar.service.ts). */
  @Column('boolean', { name: 'is_calendar', default: false })
  isCalendar!: boolean;

  /** Exact to the minute; of a calendar, to the hour. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 })
  lastUsedAt!: Date;
}

@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  /** Null in rows of releases before 1.2.0, which open nothing. */
  @Column('uuid', { name: 'member_id', nullable: true })
  memberId!: string;

  /** Member to whom the link was shown, instead of mailing it; null for the operator too. */
  @Column('uuid', { name: 'shown_to', nullable: true })
  shownTo!: string | null;

  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, nullable: true })
  usedAt!: Date | null;
}

/** Request for a sign-in link. After its mails are made, only hashes of network and address remain. */
@Entity('sign_in_requests')
export class SignInRequest {
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 }) requestedAt!: Date;
  @Column('text', { name: 'email_key', nullable: true }) emailKey!: string | null;
  @Column('text', { nullable: true }) network!: string | null;
  @Column('bytea', { name: 'email_hash', nullable: true }) emailHash!: Buffer | null;
  @Column('bytea', { name: 'network_hash', nullable: true }) networkHash!: Buffer | null;
}
