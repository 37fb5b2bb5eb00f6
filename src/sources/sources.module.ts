import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Delivery, Source, SourceAddress, SourceDay } from './source.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Delivery, Source, SourceAddress, SourceDay])],
})
export class SourcesModule {}
