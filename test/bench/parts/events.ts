import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../../support/http-client';
import type { Bench } from '../bench';
import { cpuOf } from '../cpu';
import { contendersOf, type PartResult } from '../result';
import { interleave } from '../rounds';
import { OPERATOR_TOKEN, ServerProcess } from '../servers';

const CONSOLES = 500;
/** Milliseconds between two leads: 50 a second. */
const LEAD_EVERY_MS = 20;

/** What open consoles cost: 500 streams of the accounts that get the leads, when nothing happens, at 50 leads a second, and for the speed of POST. */
export async function events(bench: Bench): Promise<PartResult> {
  const [quiet, followed] = await Promise.all([
    ServerProcess.service(bench.serviceUrl),
    ServerProcess.service(bench.serviceUrl),
  ]);
  const streams = await openConsoles(bench, followed);
  try {
    const seconds = bench.isQuick ? 10 : 60;
    const idle = [await used(quiet, () => sleep(seconds * 1000)), await used(followed, () => sleep(seconds * 1000))];
    const leads = (server: ServerProcess) => used(server, () => sendLeads(bench, server, seconds));
    const busy = [await leads(quiet), await leads(followed)];
    const costs = `${inWords(idle)} when nothing happens, ${inWords(busy)} at 50 leads a second`;
    // It does not depend on how busy the machine is, as the speed does.
    bench.say(`processor time of the service in a second, without and with ${CONSOLES} streams: ${costs}`);
    const work = { kind: 'new', connections: 16 } as const;
    const rounds = await interleave(bench, {
      [ALONE]: { ...work, server: quiet },
      [FOLLOWED]: { ...work, server: followed },
    });
    rounds.check(ALONE);
    const open = streams.filter((stream) => !stream.destroyed).length;
    const [speed, cpu] = [rounds.speed(FOLLOWED, ALONE).median, rounds.cpu(FOLLOWED, ALONE).median];
    return {
      measures: [],
      contenders: contendersOf(rounds),
      notes: [
        `${open} of ${CONSOLES} streams were open to the end. Processor time of the service in a second, without and with them: ${costs}. POST new with them ÷ without: ${speed.toFixed(2)}; CPU per request: ${cpu.toFixed(2)}.`,
      ],
    };
  } finally {
    for (const stream of streams) stream.destroy();
    await Promise.all([quiet.stop(), followed.stop()]);
  }
}

const ALONE = 'POST new, no console';
const FOLLOWED = `POST new, ${CONSOLES} consoles`;

const inWords = (milliseconds: readonly number[]): string =>
  milliseconds.map((ms) => `${ms.toFixed(1)} ms`).join(' and ');

/** Consoles of owners, spread over the accounts that get the leads. */
async function openConsoles(bench: Bench, server: ServerProcess): Promise<IncomingMessage[]> {
  const accounts = bench.accountsOf('many').map((place) => bench.accounts[place]?.id ?? '');
  const operator = new HttpClient(`http://127.0.0.1:${server.port}/admin/v1`, OPERATOR_TOKEN);
  const tokens: string[] = [];
  for (const id of accounts)
    tokens.push((await operator.post<{ token: string }>(`/accounts/${id}/owner-sessions`)).data.token);
  const streams: IncomingMessage[] = [];
  for (let n = 0; n < CONSOLES; n++) streams.push(await openStream(server, tokens[n % tokens.length] ?? ''));
  return streams;
}

const openStream = ({ port }: ServerProcess, token: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { port, path: '/admin/v1/events', agent: false, headers: { Authorization: `Bearer ${token}` } };
    get(options, (response) => {
      response.on('error', () => undefined).resume();
      resolve(response);
    }).on('error', reject);
  });

/** Milliseconds of processor time that the service uses in a second of this work. */
async function used(server: ServerProcess, work: () => Promise<unknown>): Promise<number> {
  const [begin, before] = [performance.now(), cpuOf(server.pid)];
  await work();
  return (cpuOf(server.pid) - before) / (performance.now() - begin);
}

async function sendLeads(bench: Bench, { port }: ServerProcess, seconds: number): Promise<void> {
  const keys = bench.accountsOf('many').map((place) => bench.accounts[place]?.key ?? '');
  const sent: Promise<unknown>[] = [];
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n++) {
    const phone = `55${11 + (n % 9)}9${String(Date.now() % 100_000_000).padStart(8, '0')}`;
    const api = new HttpClient(`http://127.0.0.1:${port}/api/v1`, keys[n % keys.length] ?? '');
    sent.push(api.post('/leads', { phone, name: 'Ana' }));
    await sleep(LEAD_EVERY_MS);
  }
  await Promise.all(sent);
}
