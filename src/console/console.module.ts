import { Module } from '@nestjs/common';
import { BuiltPages } from './built-pages';
import { ConsoleController } from './console.controller';

@Module({ controllers: [ConsoleController], providers: [BuiltPages] })
export class ConsoleModule {}
