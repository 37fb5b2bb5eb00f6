import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive, signal, until } from '../fault/support/processes';

/** Lets a process without Jest require the program as it is. */
const COMPILED = `
  const { transformFileSync } = require('@swc/core');
  require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, {
    swcrc: false, module: { type: 'commonjs' }, jsc: { parser: { syntax: 'typescript' } } }).code, file);
  const { runProgram, whenStopped } = require('./test/bench/program.ts');
  const { Unmet } = require('./test/bench/unmet.ts');`;

/** Something that is open for good: a server of the program, and a timer. */
const OPEN = `
  const server = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  setInterval(() => 0, 1000);
  console.log(server.pid);`;

/** A program in a process of its own, which has started a server. */
async function start(main: string) {
  const child = spawn(process.execPath, ['-e', `${COMPILED} runProgram(async () => { ${OPEN} ${main} });`]);
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as unknown, output, errors }));
  const server = await until('the server', 60_000, () => Number(output.split('\n')[0]));
  return { child, ended, server };
}

const gone = (server: number) => until('the end of the server', 5_000, () => !isAlive(server));

it.each([
  ['fails', `throw new Error('of the part');`, 1, /^Error: of the part\n +at /],
  ['lacks what it needs', `throw new Unmet('There is no database.');`, 1, /^There is no database\.\n$/],
  [
    'waits for a server that ends',
    `server.once('exit', () => { throw new Unmet('It ended.') }); server.kill('SIGKILL'); await new Promise(() => 0);`,
    1,
    /^It ended\.\n$/,
  ],
  ['loses what nobody waits for', `void Promise.reject(new Unmet('lost')); await new Promise(() => 0);`, 1, /^lost\n$/],
  ['is done', ``, 0, /^$/],
])('a program that %s ends, and its servers with it', async (_, main, code, errors) => {
  const { ended, server } = await start(main);
  expect(await ended).toMatchObject({ code, errors: expect.stringMatching(errors) as unknown });
  await gone(server);
});

it('a program that is stopped takes back what it has made, and its servers end', async () => {
  const { child, ended, server } = await start(
    `whenStopped(() => Promise.reject(new Error('not there'))); whenStopped(async () => console.log('taken back')); await new Promise(() => 0);`,
  );
  signal(child.pid ?? 0, 'SIGTERM');
  expect(await ended).toMatchObject({ code: 130, output: `${server}\ntaken back\n`, errors: '' });
  await gone(server);
});
