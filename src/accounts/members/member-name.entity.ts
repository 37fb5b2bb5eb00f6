import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What leads show of a member. It stays when the member leaves; null once the member was anonymised. */
@Entity('member_names')
export class StoredMemberName {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { nullable: true })
  name!: string | null;
}
