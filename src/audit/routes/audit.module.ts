import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StoredAuditEntry } from '../audit-entry.entity';
import { AuditTrailService } from './audit-trail.service';
import { AuditController } from './audit.controller';

@Module({
  imports: [TypeOrmModule.forFeature([StoredAuditEntry])],
  controllers: [AuditController],
  providers: [AuditTrailService],
})
export class AuditModule {}
