import { Entity, PrimaryColumn } from 'typeorm';

/** The place of a lead in a list: all leads, a pipeline, a stage, a tag, or the gone leads. */
@Entity('list_entries')
export class ListEntry {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'list_id' }) listId!: string;
  @PrimaryColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
}
