import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tag of an account; `key` is the form in which spellings are compared. */
@Entity('tags')
export class Tag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') key!: string;
  @Column('text') name!: string;
}
