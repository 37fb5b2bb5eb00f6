import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../database/columns';

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
