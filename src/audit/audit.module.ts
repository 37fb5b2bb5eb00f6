import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StoredAuditEntry } from './audit-entry.entity';

@Module({ imports: [TypeOrmModule.forFeature([StoredAuditEntry])] })
export class AuditModule {}
