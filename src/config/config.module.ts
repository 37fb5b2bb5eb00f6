import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './config';

/** Makes the settings injectable everywhere. */
@Global()
@Module({})
export class ConfigModule {
  static of(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: config }], exports: [Config] };
  }
}
