import { Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../database/columns';

/** A search word of a lead (`search-words.ts`); an erasure deletes it. */
@Entity('lead_words')
export class LeadWord {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  @Personal('') @PrimaryColumn('text') word!: string;
}
