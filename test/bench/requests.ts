import { randomUUID } from 'node:crypto';
import { POOL_OF_TAGS } from './seed.sql';

/** An account as the load sees it. */
export interface Target {
  readonly key: string;
  readonly leads: number;
  /** Ids of some of its leads. */
  readonly ids: readonly string[];
}

/** What is asked for. */
export const KINDS = ['new', 'known', 'replay', 'get', 'list', 'metrics'] as const;
export type Kind = (typeof KINDS)[number];

/** The days of the seed. */
const BEGIN = Date.parse('2025-06-01T12:00:00Z');
const DAYS = 365;

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

/** A request of the kind to one of the targets, as it goes over the wire. `prefix` chooses the yardstick on its server. */
export function requestText(kind: Kind, prefix: string, targets: readonly Target[], random: () => number): string {
  const target = pick(targets, random);
  const at = (path: string): string => `${prefix}/api/v1${path}`;
  switch (kind) {
    case 'get':
      return message('GET', at(`/leads/${pick(target.ids, random)}`), target, random);
    case 'list': {
      // Not the last days: every page is a full one.
      const since = new Date(BEGIN + random() * DAYS * 0.9 * 86_400_000).toISOString();
      return message('GET', at(`/leads?limit=50&updated_since=${since}`), target, random);
    }
    case 'metrics':
      return message('GET', at('/metrics?from=2025-06-01&to=2026-06-01'), target, random);
    default:
      return message('POST', at('/leads'), target, random, JSON.stringify(bodyOf(kind, target, random)));
  }
}

/**
 * Known leads are a tenth of the account's, some five weeks of them: who writes again does so soon. They stand before the
 * last three percent, which the seed puts into stages of their own.
 */
function bodyOf(kind: 'new' | 'known' | 'replay', target: Target, random: () => number): object {
  const digits = (count: number): string => String(Math.floor(random() * 10 ** count)).padStart(count, '0');
  const n = 1 + Math.floor(target.leads * (kind === 'known' ? 0.86 + 0.1 * random() : random()));
  if (kind === 'replay') return { phone: seededPhone(n), external_id: `seed-${n}` };
  return {
    // The seed has no phones of these areas.
    phone: kind === 'known' ? seededPhone(n) : `55${pick(AREAS, random)}9${pick(['7', '8', '9'], random)}${digits(7)}`,
    name: 'Ana Souza',
    email: `ana${digits(9)}@example.com`,
    notes: 'Quer saber o preço.',
    tags: [pick(POOL_OF_TAGS.slice(0, 5), random), pick(POOL_OF_TAGS.slice(5), random)],
    external_id: randomUUID(),
    attribution: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'inverno' },
  };
}

const AREAS = ['21', '31', '41', '51', '61', '71', '81', '85', '91', '27', '48', '62'];

const seededPhone = (n: number): string => `551198${String(n).padStart(7, '0')}`;

/** Callers behind one proxy, each from its own network, as in production: the limit of an address counts few of them. */
function message(method: string, path: string, { key }: Target, random: () => number, body?: string): string {
  const address = `10.${Math.floor(random() * 16)}.${Math.floor(random() * 64)}.1`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nX-Forwarded-For: ${address}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
