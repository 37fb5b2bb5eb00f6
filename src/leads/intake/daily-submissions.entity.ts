import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('daily_submissions')
export class DailySubmissions {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('integer') used!: number;
  @Column('integer') allowed!: number;
}
