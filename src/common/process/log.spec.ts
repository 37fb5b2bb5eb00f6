import { QueryFailedError } from 'typeorm';
import { describeError } from './log';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

it.each<[string, unknown]>([
  ['what JSON.parse quotes', thrownBy(() => JSON.parse('{"name": Canarinha'))],
  ['a message', new Error('no such lead: Canarinha')],
  ['a message of several lines', new Error('one\n    at Canarinha (Canarinha.ts:1:1)\ntwo Canarinha')],
  [
    'an error of the database',
    new QueryFailedError(
      'select 1',
      ['Canarinha'],
      Object.assign(new Error('Canarinha'), { code: '22P02', detail: 'Canarinha' }),
    ),
  ],
  ['no error', 'Canarinha'],
])('%s does not get into the log', (_name, error) => {
  expect(JSON.stringify(describeError(error))).not.toContain('Canarinha');
});

it('where an error was thrown does, with its type and code', () => {
  const reported = describeError(Object.assign(new TypeError('x\ny'), { code: 'ECONNRESET' }));
  expect(reported).toMatchObject({ error: 'TypeError', code: 'ECONNRESET' });
  expect(reported.stack).toMatch(/^ +at .*log\.spec\.ts/);
});
