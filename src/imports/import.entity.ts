import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../database/columns';

@Entity('imports')
export class Import {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea', { name: 'file_hash' }) fileHash!: Buffer;
  /** The sender's name for the file; it may name a person, and is deleted with the import. */
  @Column('text', { name: 'file_name', nullable: true }) fileName!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3 }) leasedUntil!: Date;
  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true }) finishedAt!: Date | null;
  /** Of its rows, in the order of `import-counts.ts`, as of the last batch. */
  @Column('integer', { array: true, nullable: true }) counts!: number[] | null;
}

/** A row of a file. Only a pending row has a body. */
@Entity('import_rows')
export class ImportRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'import_id' }) importId!: string;
  @PrimaryColumn('integer', { name: 'row_number' }) rowNumber!: number;
  @Personal() @Column('text', { name: 'phone_key', nullable: true }) phoneKey!: string | null;
  @Personal() @Column('json', { nullable: true }) body!: object | null;
  @Column('smallint', { default: 0 }) attempts!: number;
  @Column('text', { nullable: true }) result!: string | null;
  @Column('text', { nullable: true }) code!: string | null;
  @Column('json', { nullable: true }) fields!: object | null;
}
