import {
  DatabaseBusy,
  isConnectionLoss,
  LostRace,
  RACED,
  READ_ONLY,
  sqlState,
  TOO_MANY_CONNECTIONS,
  TRANSIENT,
} from './errors';

const pgError = (code: unknown, message = ''): Error => Object.assign(new Error(message), { code });
const wrapped = (cause: unknown): Error => Object.assign(new Error('query failed'), { driverError: cause });

describe('the SQLSTATE of an error', () => {
  it.each<[string, unknown, string | undefined]>([
    ['as pg throws it', pgError('23505'), '23505'],
    ['as TypeORM wraps it', wrapped(pgError('40P01')), '40P01'],
    [
      'of the wrapped error before that of the wrapping one',
      Object.assign(wrapped(pgError('40001')), { code: '1' }),
      '40001',
    ],
    ['no code', new Error('x'), undefined],
    ['a code of Node', pgError('ECONNRESET'), undefined],
    ['a short code', pgError('2350'), undefined],
    ['a long code', pgError('235050'), undefined],
    ['a code in lower case', pgError('40p01'), undefined],
    ['a number', pgError(23505), undefined],
    ['nothing', undefined, undefined],
    ['null', null, undefined],
    ['a text', '23505', undefined],
    ['a text that is wrapped', wrapped('23505'), undefined],
  ])('%s', (_, error, expected) => {
    expect(sqlState(error)).toBe(expected);
  });

  it('of a lost race is one that lets the transaction run again', () => {
    expect(TRANSIENT).toContain(sqlState(new LostRace()));
  });

  it.each([
    ['deadlock_detected', TRANSIENT, '40P01'],
    ['serialization_failure', TRANSIENT, '40001'],
    ['unique_violation', RACED, '23505'],
    ['foreign_key_violation', RACED, '23503'],
  ])('%s has its place', (_, states, state) => {
    expect(states).toContain(state);
    expect(states).toHaveLength(2);
  });

  it.each([
    ['too_many_connections', TOO_MANY_CONNECTIONS, '53300'],
    ['read_only_sql_transaction', READ_ONLY, '25006'],
  ])('%s has its name', (_, named, state) => expect(named).toBe(state));
});

it('a call without a connection in time names the refusal of the server', () => {
  const cause = pgError(TOO_MANY_CONNECTIONS);
  expect(new DatabaseBusy(cause)).toMatchObject({ message: 'no connection to the database in time', cause });
});

describe('a lost connection', () => {
  it.each<[string, unknown]>([
    ['ECONNRESET', pgError('ECONNRESET')],
    ['EPIPE', pgError('EPIPE')],
    ['ECONNREFUSED', pgError('ECONNREFUSED')],
    ['admin_shutdown', pgError('57P01')],
    ['crash_shutdown', pgError('57P02')],
    ['cannot_connect_now', pgError('57P03')],
    ['idle_session_timeout', pgError('57P05')],
    ['connection_failure', pgError('08006')],
    ['connection_does_not_exist', pgError('08003')],
    ['wrapped by TypeORM', wrapped(pgError('57P01'))],
    ['a socket error wrapped by TypeORM', wrapped(pgError('EPIPE'))],
    ['as pg says it of a running statement', new Error('Connection terminated unexpectedly')],
    ['as pg says it of a broken client', new Error('Client has encountered a connection error and is not queryable')],
    ['as pg says it of a client that has ended', new Error('Client was closed and is not queryable')],
    ['as a client says it that is closed', new Error('Client was closed')],
    ['as a client says it that cannot be used', new Error('the client is not queryable')],
    ['in other capitals', new Error('CONNECTION ERROR')],
  ])('%s', (_, error) => {
    expect(isConnectionLoss(error)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['unique_violation', pgError('23505')],
    ['query_canceled', pgError('57014', 'canceling statement due to statement timeout')],
    ['a wait without a connection', new DatabaseBusy()],
    ['no message', {}],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'Connection terminated'],
  ])('is not: %s', (_, error) => {
    expect(isConnectionLoss(error)).toBe(false);
  });
});
