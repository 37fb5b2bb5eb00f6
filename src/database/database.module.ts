import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Installation } from './installation.entity';
import { Database } from './database';

@Global()
@Module({ imports: [TypeOrmModule.forFeature([Installation])], providers: [Database], exports: [Database] })
export class DatabaseModule {}
