import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many submissions of a Brasília day count. */
@Entity('daily_submissions')
export class DailySubmissions {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('integer') used!: number;
  @Column('integer') allowed!: number;
}
