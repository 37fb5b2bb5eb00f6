import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('tags')
export class Tag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') key!: string;
  @Column('text') name!: string;
}
