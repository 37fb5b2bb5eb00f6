import { type RedisRefusal, redisRefusalOf } from './redis-refusal';

const SCRIPT = `
local time = redis.call('TIME')
local x = 1
redis.call('PEXPIRE', key, x)`;

const RIGHTS = 'give the user of REDIS_URL the rights in docs/operations.md, "Limits over many instances"';
const NAMES = 'REDIS_URL must lead to a Redis in which no command of docs/operations.md is renamed or disabled';
const PASSWORD = 'REDIS_URL must have the user and the password of this Redis';
const CLUSTER = 'REDIS_URL must lead to one server, not to a cluster';

const IN_SCRIPT =
  "ERR The user executing the script can't run this command or subcommand script: 5f, on @user_script:4.";
/** As the client throws it for a command. */
const refused = (message: string): Error =>
  Object.assign(new Error(message), { command: { name: 'evalsha', args: ['a key'] } });
const rights = (more: object): RedisRefusal => ({ reason: 'NOPERM', ...more, remedy: RIGHTS });

describe('a refusal names what was refused', () => {
  it.each<[string, string, RedisRefusal]>([
    ['Redis 7', "NOPERM this user has no permissions to run the 'lrem' command", rights({ command: 'lrem' })],
    [
      'Redis 6',
      "NOPERM this user has no permissions to run the 'lrem' command or its subcommand",
      rights({ command: 'lrem' }),
    ],
    [
      'Redis 7.2',
      "NOPERM User e has no permissions to run the 'client|info' command",
      rights({ command: 'client|info' }),
    ],
    ['a script of Redis 7', IN_SCRIPT, rights({ command: 'pexpire' })],
    [
      'a script of Redis 6',
      "ERR Error running script (call to f_5f): @user_script:2: @user_script: 2: The user executing the script can't run this command or subcommand",
      rights({ command: 'time' }),
    ],
    [
      'a script of Redis 7.2',
      "ERR ACL failure in script: User e has no permissions to run the 'time' command script: 5f, on @user_script:4.",
      rights({ command: 'time' }),
    ],
    [
      'keys',
      'NOPERM this user has no permissions to access one of the keys used as arguments',
      rights({ command: 'evalsha', access: 'keys' }),
    ],
    ['keys of Redis 7.2', 'NOPERM No permissions to access a key', rights({ command: 'evalsha', access: 'keys' })],
    [
      'a command without a name',
      "ERR unknown command 'EVALSHA', with args beginning with: 'a' '0' ",
      { reason: 'unknown_command', command: 'evalsha', remedy: NAMES },
    ],
    [
      'one of Redis 6',
      'ERR unknown command `LREM`, with args beginning with: ',
      { reason: 'unknown_command', command: 'lrem', remedy: NAMES },
    ],
    [
      'one in a script',
      'ERR Unknown Redis command called from script script: 08, on @user_script:4.',
      { reason: 'unknown_command', command: 'pexpire', remedy: NAMES },
    ],
  ])('%s', (_, message, refusal) => expect(redisRefusalOf(refused(message), SCRIPT)).toEqual(refusal));

  it('as far as it is known', () => {
    expect(redisRefusalOf(new Error(IN_SCRIPT), '')).toEqual(rights({}));
    expect(redisRefusalOf(new Error(IN_SCRIPT.replace('4', '29')), SCRIPT)).toEqual(rights({}));
  });
});

it.each<[string, RedisRefusal]>([
  ['WRONGPASS invalid username-password pair or user is disabled.', { reason: 'WRONGPASS', remedy: PASSWORD }],
  ['NOAUTH Authentication required.', { reason: 'NOAUTH', remedy: PASSWORD }],
  ["CROSSSLOT Keys in request don't hash to the same slot", { reason: 'CROSSSLOT', remedy: CLUSTER }],
  ['MOVED 3999 127.0.0.1:6381', { reason: 'MOVED', remedy: CLUSTER }],
  ["READONLY You can't write against a read only replica.", { reason: 'READONLY' }],
  ['OOM command not allowed', { reason: 'OOM' }],
  ['EXECABORT Transaction discarded because of: NOPERM this user has no permissions', { reason: 'EXECABORT' }],
  ['Redis is late', { reason: 'no_answer' }],
  ['Socket closed unexpectedly: no PONG', { reason: 'no_answer' }],
])('%s', (message, refusal) => expect(redisRefusalOf(refused(message), SCRIPT)).toEqual(refusal));

it('the code of a socket is the reason; of an unknown authority the way out is named', () => {
  const refusalOf = (code: string) => redisRefusalOf(Object.assign(new Error('x'), { code }), SCRIPT);
  expect(refusalOf('ECONNREFUSED')).toEqual({ reason: 'ECONNREFUSED' });
  expect(refusalOf('DEPTH_ZERO_SELF_SIGNED_CERT')).toEqual({
    reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    remedy: 'REDIS_URL: name the file of its certificate authority in NODE_EXTRA_CA_CERTS',
  });
});
