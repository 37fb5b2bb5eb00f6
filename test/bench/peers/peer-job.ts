import { AREA_CODES } from '../../../src/contract/area-codes';
import type { Answer } from '../answers';
import type { Connection } from '../connection';
import { closeIdle, drive, type Outcome } from '../job';
import { POOL_OF_TAGS } from '../seed.sql';
import { shuffled } from '../statistics';
import { DIALECTS } from './dialects';
import { type Access, type Dialect, type NewLead, PAGE, type SeenLead } from './product';

export const PEER_KINDS = ['create', 'get', 'list'] as const;
export type PeerKind = (typeof PEER_KINDS)[number];

/** A job of the load generator at one of the products: for a number of seconds, or a number of requests. */
export interface PeerJob {
  readonly access: Access;
  readonly kind: PeerKind;
  readonly connections: number;
  readonly seconds?: number;
  readonly count?: number;
}

/** `made` are some of the leads that the job made. */
export type PeerOutcome = Outcome & { readonly made: readonly SeenLead[] };

/** How many of a job's new leads are read again. */
const SAMPLE = 50;

/** No product shows a lead in fewer bytes. */
const LEAD_BYTES = 200;

/** Of the load generator, so that no phone or e-mail comes twice. */
let leads = 0;

/** The next lead; the stages take turns. */
export function nextLead(stages: readonly string[]): NewLead {
  const n = ++leads;
  return {
    phone: `55${AREAS[n % AREAS.length] ?? ''}98${String(n).padStart(7, '0')}`,
    name: 'Ana Souza',
    email: `ana${n}@example.com`,
    notes: 'Quer saber o preço.',
    tags: [POOL_OF_TAGS[n % 5] ?? '', POOL_OF_TAGS[5 + (n % 5)] ?? ''],
    utm: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'inverno' },
    stage: stages[n % stages.length] ?? '',
    value: n % 5_000,
  };
}

const AREAS = [...AREA_CODES];

/** Does a job. The connections are new: some servers close one that was not used for some seconds. */
export async function runPeerJob(job: PeerJob, random: () => number): Promise<PeerOutcome> {
  const { access, kind } = job;
  const made: SeenLead[] = [];
  const asker = new Asker(access, random);
  const outcome = await drive({ ...job, port: access.port }, (connection, isFirst) =>
    kind === 'create' ? asker.create(connection, made) : asker.read(kind, connection, isFirst),
  );
  closeIdle(access.port);
  return { ...outcome, made: shuffled(made, random).slice(0, SAMPLE) };
}

/** Sends one call after the other to a product; returns what is wrong with an answer. */
class Asker {
  private readonly dialect: Dialect;

  constructor(
    private readonly access: Access,
    private readonly random: () => number,
  ) {
    this.dialect = DIALECTS[access.product];
  }

  async create(connection: Connection, made: SeenLead[]): Promise<string | undefined> {
    const { dialect } = this;
    const lead = nextLead(this.access.stages);
    const answer = await this.post(connection, dialect.create(lead));
    if (answer.status !== dialect.createStatus) return failureText(answer);
    const id = dialect.newId(dataOf(answer));
    if (!id) return `${answer.status} without a lead`;
    if (dialect.createDeal) {
      const second = await this.post(connection, dialect.createDeal(id, lead));
      if (second.status !== dialect.createStatus) return failureText(second);
    }
    made.push({ id, stages: [lead.stage] });
    return undefined;
  }

  /** One answer of each connection is read as a whole: reading all of them would take processor time from the server. */
  async read(kind: 'get' | 'list', connection: Connection, isWhole: boolean): Promise<string | undefined> {
    const { ids, pages } = this.access;
    if (kind === 'get') {
      const id = this.pick(ids);
      const answer = await this.get(connection, this.dialect.leadPath(id));
      if (answer.status !== 200 || answer.length < LEAD_BYTES) return failureText(answer);
      return isWhole ? wrongLead(this.dialect.seen(dataOf(answer)), { id }) : undefined;
    }
    const { path, stage } = this.pick(pages);
    const answer = await this.get(connection, path);
    if (answer.status !== 200 || answer.length < PAGE * LEAD_BYTES) return failureText(answer);
    if (!isWhole) return undefined;
    return wrongPage(
      (dataOf(answer) as unknown[]).map((lead) => this.dialect.seen(lead)),
      stage,
    );
  }

  private get(connection: Connection, path: string): Promise<Answer> {
    return connection.send(`${this.head('GET', path)}\r\n`);
  }

  private post(connection: Connection, { path, body }: { path: string; body: object }): Promise<Answer> {
    const text = JSON.stringify(body);
    const length = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    return connection.send(`${this.head('POST', path)}${length}\r\n${text}`);
  }

  private head(method: string, path: string): string {
    const { port, token } = this.access;
    return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }
}

const dataOf = (answer: Answer): unknown => (JSON.parse(answer.text()) as { data: unknown }).data;

const failureText = ({ status, length, text }: Answer): string =>
  status < 300 ? `${status} with ${length} bytes` : `${status} ${text().slice(0, 200)}`;

/** What is wrong with a lead: not the one that was asked for, or not one deal, in the stage that it was given. */
export function wrongLead(seen: SeenLead, { id, stage }: { id: string; stage?: string }): string | undefined {
  if (seen.id !== id) return `lead ${seen.id} instead of ${id}`;
  if (seen.stages.length !== 1) return `lead ${id} with ${seen.stages.length} deals`;
  return stage === undefined || seen.stages[0] === stage ? undefined : `lead ${id} in stage ${seen.stages[0]}`;
}

/** What is wrong with a page of leads that all have a deal in `stage`. */
export function wrongPage(seen: readonly SeenLead[], stage: string): string | undefined {
  if (seen.length !== PAGE) return `a page of ${seen.length}`;
  if (new Set(seen.map(({ id }) => id)).size !== PAGE) return 'a page with a lead twice';
  return seen.map((lead) => wrongLead(lead, { id: lead.id, stage })).find((wrong) => wrong !== undefined);
}
