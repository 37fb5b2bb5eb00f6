import type { Partner, TestApp } from './app';
import type { HttpClient } from './http-client';
import type { phones } from './phones';

/** Who makes the calls of a whole day. */
export interface Callers {
  readonly test: TestApp;
  readonly partner: Partner;
  readonly writer: HttpClient;
  readonly nextPhone: ReturnType<typeof phones>;
}
