import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Origin } from '../contract/origin';
import type {
  DeliveryField,
  DeliveryReason,
  DeliveryResult,
  LeftOut,
  MappedField,
  SourceForm,
  SourceKind,
} from '../contract/source';
import { Personal } from '../database/columns';

const MOMENT = { type: 'timestamptz', precision: 3 } as const;

/** An address that takes leads from other tools, or a form of the service. */
@Entity('sources')
export class Source {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: SourceKind;
  @Column('text') name!: string;
  @Column('boolean') active!: boolean;
  /** Place among the twenty active sources of an account; active ones never share one. */
  @Column('smallint') slot!: number;
  @Column('text') hint!: string;
  /** Of a form's present address, which is public; null for a webhook. */
  @Column('text', { nullable: true }) slug!: string | null;
  @Column('text', { array: true }) tags!: string[];
  @Column('uuid', { name: 'stage_id', nullable: true }) stageId!: string | null;
  @Column('text', { nullable: true }) origin!: Origin | null;
  @Column('boolean') consent!: boolean;
  @Column('json') mapping!: readonly MappedField[];
  @Column('json', { nullable: true }) form!: SourceForm | null;
  /** SHA-256 of the key that Google Ads sends with each lead. */
  @Column('bytea', { name: 'google_key', nullable: true }) googleKey!: Buffer | null;
  @Column({ ...MOMENT, name: 'created_at' }) createdAt!: Date;
  @Column({ ...MOMENT, name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
  /** Since when its held deliveries are to be read again; null for no such wish. */
  @Column({ ...MOMENT, name: 'reread_at', nullable: true }) rereadAt!: Date | null;
}

/** An address of a source, found by the SHA-256 of a webhook's token or of a form's slug. */
@Entity('source_addresses')
export class SourceAddress {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'source_id' }) sourceId!: string;
  @Column('bytea') hash!: Buffer;
  /** Null for the present address. */
  @Column({ ...MOMENT, name: 'ends_at', nullable: true }) endsAt!: Date | null;
}

/** Counts of a source on a Brasília day; they stay when deliveries go. */
@Entity('source_days')
export class SourceDay {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'source_id' }) sourceId!: string;
  @PrimaryColumn('date') day!: string;
  @Column({ ...MOMENT, name: 'last_at' }) lastAt!: Date;
  /** Deliveries without tests and spam. */
  @Column('integer') received!: number;
  /** Those that were held. */
  @Column('integer') problems!: number;
  @Column('integer') spam!: number;
  /** Submissions of a form, at most `allowed`. */
  @Column('integer') submitted!: number;
  @Column('integer', { nullable: true }) allowed!: number | null;
}

/** What came to a source, for one person. */
@Entity('deliveries')
export class Delivery {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'source_id' }) sourceId!: string;
  @Column({ ...MOMENT, name: 'received_at' }) receivedAt!: Date;
  @Column('text') result!: DeliveryResult;
  @Column('text', { nullable: true }) reason!: DeliveryReason | null;
  @Column('uuid', { name: 'lead_id', nullable: true }) leadId!: string | null;
  /** SHA-256 by which the same again is recognised; null for one that is not the first. */
  @Personal() @Column('bytea', { nullable: true }) identity!: Buffer | null;
  @Personal() @Column('text', { name: 'phone_key', nullable: true }) phoneKey!: string | null;
  /** Of `body`: JSON for what could be read, else as it was sent. */
  @Personal() @Column('text', { name: 'content_type', nullable: true }) contentType!: string | null;
  /** Without keys, tokens and signatures; null when its days are over. */
  @Personal() @Column('bytea', { nullable: true }) body!: Buffer | null;
  /** The runs of digits of one that waits or was dismissed, by which its person is found. */
  @Personal() @Column('text', { nullable: true }) digits!: string | null;
  @Personal() @Column('json', { nullable: true }) fields!: readonly DeliveryField[] | null;
  @Personal() @Column('json', { name: 'left_out', nullable: true }) leftOut!: readonly LeftOut[] | null;
  @Column('text', { name: 'request_id' }) requestId!: string;
  /** When it was applied or dismissed; null while it waits. */
  @Column({ ...MOMENT, name: 'settled_at', nullable: true }) settledAt!: Date | null;
}
