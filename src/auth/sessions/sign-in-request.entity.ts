import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Request for a sign-in link. After its mails are made, only hashes of network and address remain. */
@Entity('sign_in_requests')
export class SignInRequest {
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 }) requestedAt!: Date;
  @Column('text', { name: 'email_key', nullable: true }) emailKey!: string | null;
  @Column('text', { nullable: true }) network!: string | null;
  @Column('bytea', { name: 'email_hash', nullable: true }) emailHash!: Buffer | null;
  @Column('bytea', { name: 'network_hash', nullable: true }) networkHash!: Buffer | null;
}
