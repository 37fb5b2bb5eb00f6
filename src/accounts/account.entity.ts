import type { SellersSee } from '../contract/members/roles';
import type { MessageTemplate } from '../contract/message-template';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A customer of the service, with owner and plan. */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'owner_name' })
  ownerName!: string;

  @Column('text', { name: 'owner_email' })
  ownerEmail!: string;

  @Column('text', { name: 'owner_email_key' })
  ownerEmailKey!: string;

  @Column({ type: 'timestamptz', name: 'owner_since', precision: 3 })
  ownerSince!: Date;

  @Column('boolean', { name: 'plan_api' })
  planApi!: boolean;

  @Column('boolean', { name: 'plan_auto_origin' })
  planAutoOrigin!: boolean;

  @Column('boolean', { name: 'licence_active' })
  licenceActive!: boolean;

  @Column('boolean', { name: 'comercial_enabled' })
  comercialEnabled!: boolean;

  /** Signs the account's list cursors; stored, so that all instances share it. */
  @Column('bytea', { name: 'cursor_secret' })
  cursorSecret!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** Host names of the owner's site: a referrer from one of them does not reveal an origin. */
  @Column('text', { name: 'site_domains', array: true, default: [] })
  siteDomains!: string[];

  /** Leads that sellers see. */
  @Column('text', { name: 'sellers_see', default: 'all' })
  sellersSee!: SellersSee;

  /** Whether sellers may export leads. */
  @Column('boolean', { name: 'sellers_export', default: false })
  sellersExport!: boolean;

  /** Offered as reasons of a loss. */
  @Column('text', { name: 'loss_reasons', array: true, default: [] })
  lossReasons!: string[];

  /** What members send by WhatsApp. */
  @Column('json', { name: 'message_templates', default: [] })
  messageTemplates!: readonly MessageTemplate[];

  /** Whether each conversation has the name of its first contact. `FirstNamesJob` sees to accounts of earlier releases. */
  @Column('boolean', { name: 'has_first_names', default: true })
  hasFirstNames!: boolean;

  /** Whether each lead has all words of the search. `SearchWordsJob` sees to accounts of earlier releases. */
  @Column('boolean', { name: 'has_search_words', default: true })
  hasSearchWords!: boolean;

  /** Days without anything by a person, after which an open deal is idle. */
  @Column('smallint', { name: 'idle_days', default: 7 })
  idleDays!: number;

  /** Limits of this account; null: the installation's. */
  @Column('integer', { name: 'submissions_per_day', nullable: true })
  submissionsPerDay!: number | null;

  /** Of one key. */
  @Column('integer', { name: 'calls_per_minute', nullable: true })
  callsPerMinute!: number | null;

  /** Of one key or webhook. */
  @Column('integer', { name: 'writes_per_minute', nullable: true })
  writesPerMinute!: number | null;

  /** From when it may be emptied. While it is set the account is closed: nothing reads or writes it but the operator. */
  @Column({ type: 'timestamptz', name: 'closes_at', precision: 3, nullable: true })
  closesAt!: Date | null;

  /** Since when it cannot be restored. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true })
  endedAt!: Date | null;
}

/** What is left of an account after its end. */
@Entity('ended_accounts')
export class EndedAccount {
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3 }) endedAt!: Date;
}
