import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says which installation this is; made by its migration, and never written again. */
@Entity('installation')
export class Installation {
  @PrimaryColumn('boolean', { name: 'is_only' }) isOnly!: boolean;
  @Column('uuid') id!: string;
}
