import {
  clusterRefusal,
  connectionRefusal,
  type Migrator,
  migratorRefusal,
  type MoveTarget,
  refusalOfServer,
  refusalOfTarget,
} from './refusals';

describe('connectionRefusal', () => {
  const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

  const SOCKET: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'the server refuses the connection',
    ENOTFOUND: 'the host is not found',
    EAI_AGAIN: 'the host is not found',
    ETIMEDOUT: 'the server does not answer',
    EHOSTUNREACH: 'the host is not reachable',
    ENETUNREACH: 'the host is not reachable',
    ECONNRESET: 'the server closes the connection',
    EPIPE: 'the server closes the connection',
  };

  it.each(Object.keys(SOCKET))('%s may pass', (code) => {
    expect(connectionRefusal(failure('x', { code }))).toEqual({ reason: SOCKET[code], mayPass: true });
  });

  it.each([
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('%s is of an authority that is not known: the way out is named', (code) => {
    const reason = `TLS: x (${code}): name the file of its certificate authority in NODE_EXTRA_CA_CERTS`;
    expect(connectionRefusal(failure('x', { code }))).toEqual({ reason, mayPass: false });
  });

  it.each(['CERT_HAS_EXPIRED', 'CERT_SIGNATURE_FAILURE', 'EPROTO'])('%s is about TLS', (code) =>
    expect(connectionRefusal(failure('x', { code }))).toEqual({ reason: `TLS: x (${code})`, mayPass: false }),
  );

  it.each(['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_INVALID_PROTOCOL_VERSION', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
    '%s is about TLS',
    (code) => expect(connectionRefusal(failure('x', { code })).reason).toBe(`TLS: x (${code})`),
  );

  it.each(['57P01', '57P02', '57P03', '53300'])('%s of the server may pass', (code) => {
    expect(connectionRefusal(failure('x', { code }))).toEqual({ reason: `x (${code})`, mayPass: true });
  });

  it.each<[reason: string, mayPass: boolean, error: object]>([
    [
      'the server refuses the connection (127.0.0.1:5432)',
      true,
      failure('x', { code: 'ECONNREFUSED', address: '127.0.0.1', port: 5432 }),
    ],
    [
      'the server refuses the connection (::1:5432)',
      true,
      new AggregateError([failure('x', { code: 'ECONNREFUSED', address: '::1', port: 5432 })]),
    ],
    ['the host is not found (db)', true, failure('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', hostname: 'db' })],
    [
      'no server listens there (/tmp/.s.PGSQL.5432)',
      true,
      failure('x', { code: 'ENOENT', syscall: 'connect', address: '/tmp/.s.PGSQL.5432' }),
    ],
    ['the server does not answer', true, failure('timeout expired')],
    ['the server closes the connection', true, failure('Connection terminated unexpectedly')],
    [
      'the database system is starting up (57P03)',
      true,
      failure('the database system is starting up', { code: '57P03' }),
    ],
    ['sorry, too many clients already (53300)', true, failure('sorry, too many clients already', { code: '53300' })],
    [
      'password authentication failed for user "u" (28P01)',
      false,
      failure('password authentication failed for user "u"', { code: '28P01' }),
    ],
    ['database "d" does not exist (3D000)', false, failure('database "d" does not exist', { code: '3D000' })],
    [
      'the server asks for a password',
      false,
      failure('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    ],
    ['TLS: The server does not support SSL connections', false, failure('The server does not support SSL connections')],
    [
      'TLS: certificate has expired (CERT_HAS_EXPIRED)',
      false,
      failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' }),
    ],
    [
      'the file /ca.pem cannot be read (ENOENT)',
      false,
      failure('x', { code: 'ENOENT', syscall: 'open', path: '/ca.pem' }),
    ],
    ['the server closes the connection', true, failure('the stream has ended')],
    [
      'TLS: There was an error establishing an SSL connection',
      false,
      failure('There was an error establishing an SSL connection'),
    ],
    ['something else', false, failure('something else')],
    ['EPROTONOSUPPORT', false, failure('x', { code: 'EPROTONOSUPPORT' })],
    ['EACCES', false, failure('x', { code: 'EACCES', syscall: 'connect', address: '/tmp/.s.PGSQL.5432' })],
    ['', false, {}],
  ])('%s', (reason, mayPass, error) => {
    expect(connectionRefusal(error)).toEqual({ reason, mayPass });
  });
});

describe('refusalOfServer', () => {
  it.each([
    [90_624, '9.6.24'],
    [100_023, '10.23'],
    [130_023, '13.23'],
    [140_000, '14.0'],
    [149_999, '14.9999'],
  ])('refuses %i', (versionNumber, name) => {
    expect(refusalOfServer(versionNumber)).toBe(`PostgreSQL 15 or newer is needed; this server is ${name}`);
  });

  it.each([150_000, 150_018, 160_014, 170_010, 180_004, 190_000])('takes %i', (versionNumber) => {
    expect(refusalOfServer(versionNumber)).toBeUndefined();
  });
});

describe('clusterRefusal', () => {
  it.each([
    [false, false, false, 'names a worker'],
    [false, true, true, 'names a worker'],
    [true, true, true, 'npm run distribute'],
    [true, true, false, undefined],
    [true, false, true, undefined],
    [true, false, false, undefined],
  ])(
    'coordinator %j, distributed %j, row level security %j: %j',
    (isCoordinator, isDistributed, isIsolated, reason) => {
      const refusal = clusterRefusal({ isCoordinator, isDistributed }, isIsolated);
      if (reason === undefined) expect(refusal).toBeUndefined();
      else expect(refusal).toContain(reason);
    },
  );
});

describe('migratorRefusal', () => {
  const able: Migrator = {
    isStandby: false,
    isReadOnly: false,
    role: 'entrada_owner',
    schema: 'public',
    mayCreate: true,
    tables: [],
  };
  const table = (name: string, owner: string, isOwn = false) => ({ name, owner, isOwn });
  const own = table('leads', 'entrada_owner', true);

  it.each<[string, Partial<Migrator>]>([
    ['an empty database', {}],
    ['its own tables', { tables: [own] }],
  ])('takes %s', (_what, change) => {
    expect(migratorRefusal({ ...able, ...change })).toBeUndefined();
  });

  it.each<[string, Partial<Migrator>, string]>([
    [
      'a standby',
      { isStandby: true, isReadOnly: true },
      'DATABASE_URL names a standby, which only reads: migrate the primary',
    ],
    [
      'a role that reads',
      { isReadOnly: true, mayCreate: false },
      'DATABASE_URL: the role entrada_owner only reads there (default_transaction_read_only is on)',
    ],
    [
      'the role of the service',
      {
        role: 'entrada_app',
        mayCreate: false,
        tables: [table('accounts', 'entrada_owner'), table('leads', 'entrada_owner')],
      },
      'DATABASE_URL names the role entrada_app, which may not change the tables: use the role that owns them, entrada_owner (docs/operations.md, Roles)',
    ],
    [
      'a role that may create, but owns none of the tables',
      { role: 'somebody', tables: [table('accounts', 'postgres'), table('leads', 'entrada_owner')] },
      'DATABASE_URL names the role somebody, which may not change the tables: use the role that owns them, postgres and entrada_owner (docs/operations.md, Roles)',
    ],
    [
      'one table of another role',
      { tables: [own, table('deals', 'postgres')] },
      'DATABASE_URL names the role entrada_owner, which may not change the table deals, of postgres: run ops/roles.sql again, which gives all tables to entrada_owner (docs/operations.md, Roles)',
    ],
    [
      'several tables of other roles',
      { tables: [table('deals', 'postgres'), own, table('tags', 'restorer'), table('imports', 'postgres')] },
      'DATABASE_URL names the role entrada_owner, which may not change the table deals and 2 more, of postgres and restorer: run ops/roles.sql again, which gives all tables to entrada_owner (docs/operations.md, Roles)',
    ],
    [
      'a role that may not create',
      { role: 'entrada_app', mayCreate: false },
      'DATABASE_URL names the role entrada_app, which may not make tables in schema public: use entrada_owner, to which ops/roles.sql gives that right (docs/operations.md, Roles)',
    ],
    [
      'an owner who may no longer create',
      { mayCreate: false, schema: null, tables: [own] },
      'DATABASE_URL names the role entrada_owner, which may not make tables in schema public: use entrada_owner, to which ops/roles.sql gives that right (docs/operations.md, Roles)',
    ],
  ])('refuses %s', (_what, change, text) => {
    expect(migratorRefusal({ ...able, ...change })).toBe(text);
  });
});

describe('refusalOfTarget', () => {
  const GOOD: MoveTarget = {
    release: 150_018,
    encoding: 'UTF8',
    role: 'entrada_owner',
    isSuperuser: false,
    isOwner: true,
  };

  it.each<[Partial<MoveTarget>, string | undefined]>([
    [{}, undefined],
    [{ release: 180_004, role: 'of_a_managed_server' }, undefined],
    [{ release: 140_023 }, 'PostgreSQL 15 or newer is needed; this server is 14.23'],
    [{ encoding: 'LATIN1' }, 'the database has the encoding LATIN1, it must be UTF8'],
    [
      { role: 'entrada_app', isOwner: false },
      'the role entrada_app does not own the tables: name entrada_owner (docs/operations.md, "Roles")',
    ],
    [
      { role: 'postgres', isSuperuser: true },
      'the role postgres is a superuser: name entrada_owner (docs/operations.md, "Roles")',
    ],
  ])('of a target with %j is %s', (changes, refusal) => {
    expect(refusalOfTarget({ ...GOOD, ...changes })).toBe(refusal);
  });
});
