import { createHash, randomUUID } from 'node:crypto';
import { AREA_CODES } from '../src/contract/phone';
import { POOL_OF_TAGS } from './seed.sql';

/** An account for the load generator. */
export interface Target {
  readonly key: string;
  readonly leads: number;
  /** Ids of a sample of its leads. */
  readonly ids: readonly string[];
}

/**
 * Kinds of requests. `again` is the same form from a person whom `new` created shortly before. `known` is a form from a person of
 * the seed, which adds tags, signals and a note.
 */
export const KINDS = ['new', 'again', 'known', 'replay', 'get', 'list', 'metrics'] as const;
export type Kind = (typeof KINDS)[number];

/** Number of leads on a requested page. */
export const PAGE = 50;

/** The days of the seed. */
const BEGIN = Date.parse('2025-06-01T12:00:00Z');
const DAYS = 365;

export const pick = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

/** Number of people per account that are kept, so that they can write again. */
const REMEMBERED = 1_000;

interface Form {
  readonly phone: string;
  readonly tags: readonly string[];
}

/** Makes the requests of a load. */
export class Requests {
  /** The newest people, by the key of their account. */
  private readonly people = new Map<string, Form[]>();

  constructor(private readonly random: () => number) {}

  /** Makes the text of a request of this kind to one of the targets. `prefix` chooses the yardstick on its server. */
  text(kind: Kind, prefix: string, targets: readonly Target[]): string {
    const { random } = this;
    const target = pick(targets, random);
    const at = (path: string): string => `${prefix}/api/v1${path}`;
    switch (kind) {
      case 'get':
        return message('GET', at(`/leads/${pick(target.ids, random)}`), target, random);
      case 'list': {
        // The last days are left out, so that every page is full.
        const since = new Date(BEGIN + random() * DAYS * 0.9 * 86_400_000).toISOString();
        return message('GET', at(`/leads?limit=${PAGE}&updated_since=${since}`), target, random);
      }
      case 'metrics':
        return message('GET', at('/metrics?from=2025-06-01&to=2026-06-01'), target, random);
      default:
        return message('POST', at('/leads'), target, random, JSON.stringify(this.body(kind, target)));
    }
  }

  private body(kind: 'new' | 'again' | 'known' | 'replay', target: Target): object {
    const { random } = this;
    const n = 1 + Math.floor(random() * target.leads);
    if (kind === 'replay') return { phone: seededPhone(n), external_id: seededExternalId(n) };
    const form = kind === 'known' ? { ...this.newForm(), phone: seededPhone(n) } : this.form(kind, target);
    return {
      ...form,
      name: 'Ana Souza',
      email: `ana${digits(9, random)}@example.com`,
      notes: 'Quer saber o preço.',
      external_id: randomUUID(),
      attribution: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'inverno' },
    };
  }

  private form(kind: 'new' | 'again', { key }: Target): Form {
    const people = this.people.get(key) ?? [];
    if (kind === 'again' && people.length > 0) return pick(people, this.random);
    const form = this.newForm();
    people.push(form);
    if (people.length > REMEMBERED) people.shift();
    this.people.set(key, people);
    return form;
  }

  private newForm(): Form {
    const { random } = this;
    return {
      phone: newPhone(random),
      tags: [pick(POOL_OF_TAGS.slice(0, 5), random), pick(POOL_OF_TAGS.slice(5), random)],
    };
  }
}

/** Returns the external_id of the seed's n-th submission. */
export const seededExternalId = (n: number): string => createHash('md5').update(`seed${n}`).digest('hex');

/** Draws `count` random digits. */
export const digits = (count: number, random: () => number): string =>
  String(Math.floor(random() * 10 ** count)).padStart(count, '0');

/** Area codes except the seed's. Many are needed: the yardstick cannot take a phone that comes twice in an account. */
const AREAS = [...AREA_CODES].filter((code) => code !== '11');

/** Number of phones that the seed does not have: nine digits that begin with 97, 98 or 99, in these areas. */
const PHONES = AREAS.length * 3 * 10 ** 7;
/** A prime that does not divide the number of phones. In steps of it each phone comes once before any comes again. */
const STEP = 1_234_567_891;
let place: number | undefined;

/** Returns a phone that neither the seed nor this process has used. The first one is random. */
export function newPhone(random: () => number): string {
  place = ((place ?? Math.floor(random() * PHONES)) + STEP) % PHONES;
  const [prefix, rest] = [Math.floor(place / 10 ** 7), place % 10 ** 7];
  const area = AREAS[prefix % AREAS.length] ?? '';
  return `55${area}9${7 + Math.floor(prefix / AREAS.length)}${String(rest).padStart(7, '0')}`;
}

/** Returns the phone of the seed's n-th person, the same in each account. */
export const seededPhone = (n: number): string => `551198${String(n).padStart(7, '0')}`;

/**
 * Makes the text of a request with `key` as its credential. Callers are behind one proxy and come from many networks, as in
 * production. The limit of an address counts few of them.
 */
export function message(
  method: string,
  path: string,
  { key }: Pick<Target, 'key'>,
  random: () => number,
  body?: string,
  type = 'application/json',
): string {
  const address = `10.${Math.floor(random() * 16)}.${Math.floor(random() * 64)}.1`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nX-Forwarded-For: ${address}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
