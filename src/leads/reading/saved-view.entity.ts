import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SavedFilters } from './account-leads.dto';

/** Filters and order of the list of leads that a member keeps under a name. */
@Entity('saved_views')
export class SavedView {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'member_id' }) memberId!: string;
  @Column('text') name!: string;
  /** The name in comparison form; unique for a member. */
  @Column('text', { name: 'name_key' }) nameKey!: string;
  @Column('json') query!: SavedFilters;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
