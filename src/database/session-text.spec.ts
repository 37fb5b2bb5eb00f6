import { sessionEnd, MIGRATING, type SessionTexts, sessionText } from './session-text';

const session: SessionTexts = {
  pid: 42,
  role: 'entrada_owner',
  application: MIGRATING,
  address: '10.0.0.1',
  connectedAt: new Date('2026-11-25T22:13:01.234Z'),
  state: 'idle in transaction',
  since: new Date('2026-11-25T22:13:02Z'),
};
const hidden = { address: null, connectedAt: null, state: null, since: null };

it.each<[string, Partial<SessionTexts>, string]>([
  [
    'all that its own role sees',
    {},
    'pid 42 (role entrada_owner, application "entrada migrate", from 10.0.0.1, connected since 2026-11-25T22:13:01Z, idle in transaction since 2026-11-25T22:13:02Z)',
  ],
  [
    'a Unix socket, without a name',
    { address: null, application: '', connectedAt: null, since: null },
    'pid 42 (role entrada_owner, local, idle in transaction)',
  ],
  [
    'what another role sees',
    hidden,
    'pid 42 (role entrada_owner, application "entrada migrate", only its own role sees more)',
  ],
  [
    'a process without a role',
    { ...hidden, role: null, application: null },
    'pid 42 (a process of the server, only its own role sees more)',
  ],
  [
    'a name with a line break',
    { ...hidden, application: 'a\nb' },
    'pid 42 (role entrada_owner, application "a\\nb", only its own role sees more)',
  ],
  ['a prepared transaction', { ...hidden, pid: 0, role: null }, 'a prepared transaction (pg_prepared_xacts)'],
])('tells %s', (_what, change, text) => {
  expect(sessionText({ ...session, ...change })).toBe(text);
});

it('names the statement that ends a session, and none for a prepared transaction', () => {
  expect(sessionEnd(session)).toBe(' (select pg_terminate_backend(42))');
  expect(sessionEnd({ ...session, pid: 0 })).toBe('');
});
