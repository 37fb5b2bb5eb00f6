import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that identifies this installation, written by its migration only. */
@Entity('installation')
export class Installation {
  @PrimaryColumn('boolean', { name: 'is_only' }) isOnly!: boolean;
  @Column('uuid') id!: string;
}
