import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Channel } from '../../contract/person';
import type { Origin } from '../../contract/origin';
import { Personal } from '../../database/columns';

/** The contact of an account with one phone. The row stays for the counts after an erasure. */
@Entity('conversations')
export class Conversation {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Personal() @Column('text', { nullable: true }) phone!: string | null;
  @Personal() @Column('text', { name: 'phone_key', nullable: true }) phoneKey!: string | null;
  @Column('text') channel!: Channel;
  @Personal() @Column('text', { nullable: true }) name!: string | null;
  @Column('text') origin!: Origin;
  @Column('date') day!: string;
  /** Whether it was erased as spam, which figures can leave out. */
  @Column('boolean', { name: 'is_spam', default: false }) isSpam!: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
