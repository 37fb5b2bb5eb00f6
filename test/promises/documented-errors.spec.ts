import { keyActor } from '../../src/accounts/actor';
import { MINUTE_MS } from '../../src/contract/durations';
import { readFileSync } from 'node:fs';
import { expectAccess } from '../../src/auth/access/access.guard';
import type { Caller } from '../../src/auth/keys/caller';
import { ApiError, envelope, missing } from '../../src/common/api-error';
import { bytesRefusal, headerRefusal, NOT_UTF8, textRefusal } from '../../src/common/http/json-refusal';
import { limitMessage } from '../../src/common/rate-limit/limit-words';
import { unknownRoute } from '../../src/common/http/unknown-route';
import { InputPipe } from '../../src/common/input/input.pipe';
import { ERROR_DETAILS, type ErrorCode, ERRORS, type LimitName } from '../../src/contract/error';
import { IDS } from '../../src/contract/document/examples';
import { DEFAULT_LIMITS, MAX_HEAVY_CALLS } from '../../src/contract/limits';
import { SubmitLeadDto } from '../../src/leads/intake/lead.dto';
import { buildDocument } from '../support/document';
import { fencedIn, sectionsOf } from '../support/doc-page';

const PAGE = 'docs/pt/errors.md';

/** The codes of the page, each with its status, messages and text. */
const documented = sectionsOf(PAGE).flatMap(({ heading, text }) => {
  const [, status, code = ''] = /^(\d{3}) `(\w+)`$/.exec(heading) ?? [];
  const messages = [...text.matchAll(/^> (.+)$/gm)].map(([, message]) => message);
  return status === undefined ? [] : [{ code, status: Number(status), messages, text }];
});

function refusalOf(attempt: () => unknown): ApiError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** The refusal of a POST /leads with this body. */
const answerTo = (body: object): ApiError =>
  refusalOf(() => new InputPipe().transform(body, { type: 'body', metatype: SubmitLeadDto }));

const caller: Caller = {
  account: {
    ...{ id: '', planApi: true, planAutoOrigin: true, licenceActive: true, comercialEnabled: true },
    ...{
      cursorSecret: Buffer.alloc(0),
      siteDomains: [],
      submissionsPerDay: null,
      callsPerMinute: null,
      writesPerMinute: null,
    },
  },
  key: { id: '', name: '', permissions: ['leads:write'] },
  actor: keyActor('', ''),
};

const { paths, components } = buildDocument('http://entrada.test');

const leads = (path: string) => (path === '/api/v1/leads' ? [{ path, methods: ['POST', 'GET'] }] : []);

/** Messages of the codes whose text depends on the case. All other codes have the text of `ERRORS`. */
const MADE: Partial<Record<ErrorCode, readonly (string | undefined)[]>> = {
  invalid_json: [
    textRefusal('{"phone": (11) 98765-4321}'),
    headerRefusal('application/x-www-form-urlencoded', undefined),
    NOT_UTF8,
    bytesRefusal(Buffer.alloc(0)),
  ],
  insufficient_scope: [refusalOf(() => expectAccess(caller, 'leads:read')).message],
  not_found: [
    missing('lead').message,
    missing('contact').message,
    unknownRoute('POST', '/leads', leads),
    unknownRoute('DELETE', '/api/v1/leads', leads),
  ],
  validation_error: [
    answerTo({ phone: '98765-4321' }).message,
    answerTo({ phone: 11987654321 }).message,
    answerTo({ telefone: '(11) 98765-4321' }).message,
    answerTo({ phone: '(11) 98765-4321', attribution: [] }).message,
  ],
  rate_limited: [
    limitMessage({ name: 'writes', limit: DEFAULT_LIMITS.keyWritesPerMinute, ttl: MINUTE_MS }, 2),
    limitMessage({ name: 'daily', limit: DEFAULT_LIMITS.accountSubmissionsPerDay, ttl: 24 * 60 * MINUTE_MS }, 37_225),
  ],
};

describe(PAGE, () => {
  it('has every code with its status, and no other', () =>
    expect(Object.fromEntries(documented.map(({ code, status }) => [code, status]))).toEqual(
      Object.fromEntries(Object.entries(ERRORS).map(([code, [status]]) => [code, status])),
    ));

  it.each(Object.keys(ERRORS) as ErrorCode[])('%s: the messages, the cause, and what to do', (code) => {
    const [found, ...others] = documented.filter((one) => one.code === code);
    expect(others).toEqual([]);
    expect(found?.messages).toEqual(MADE[code] ?? [ERRORS[code][1]]);
    expect(found?.text).toMatch(/\*\*Causa\.\*\* [^]+\*\*O que fazer\.\*\* /);
  });

  it('tells where a code has another status', () => {
    const answered = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, { content }]) =>
          Object.keys(content?.['application/json']?.examples ?? {}).map((code) => ({ code, status })),
        ),
      ),
    );
    const unusual = answered.filter(
      ({ code, status }) => code in ERRORS && ERRORS[code as ErrorCode][0] !== Number(status),
    );
    const told = documented.flatMap(({ code, text }) =>
      [...text.matchAll(/ o status é (\d{3})\./g)].map(([, status]) => `${code} ${status}`),
    );
    expect(told.sort()).toEqual([...new Set(unusual.map(({ code, status }) => `${code} ${status}`))].sort());
  });

  it('shows an answer as the service gives it', () => {
    const [example = ''] = fencedIn(readFileSync(PAGE, 'utf8'));
    const answer = JSON.parse(example.replaceAll(/^```.*$/gm, '')) as unknown;
    expect(answer).toEqual(envelope(answerTo({ phone: '98765-4321' }), IDS.request));
  });

  it('has every limit with its figure', () => {
    const figures: Record<LimitName, string> = {
      ip: `${DEFAULT_LIMITS.ipPerMinute} por minuto`,
      key: `${DEFAULT_LIMITS.keyPerMinute} por minuto`,
      writes: `${DEFAULT_LIMITS.keyWritesPerMinute} por minuto`,
      metrics: `${DEFAULT_LIMITS.keyMetricsPerMinute} por minuto`,
      daily: `${DEFAULT_LIMITS.accountSubmissionsPerDay.toLocaleString('pt-BR')} por dia`,
      session: `${DEFAULT_LIMITS.sessionPerMinute} por minuto`,
      sign_in: '',
      heavy: `${MAX_HEAVY_CALLS} ao mesmo tempo`,
      busy: '',
    };
    const { limit } = ERROR_DETAILS.rate_limited.schema.properties as Record<string, { enum: string[] }>;
    expect(Object.keys(figures).sort()).toEqual([...(limit?.enum ?? [])].sort());
    const { text = '' } = documented.find(({ code }) => code === 'rate_limited') ?? {};
    const rows = [...text.matchAll(/^\| `(\w+)` +\| .*? +\| (.*?) *\|$/gm)].map(([, name, figure]) => [name, figure]);
    expect(Object.fromEntries(rows)).toEqual(figures);
  });

  it('has every warning', () => {
    const warning = components.schemas?.Warning as { properties: { code: { 'x-extensible-enum': string[] } } };
    const text = sectionsOf(PAGE).at(-1)?.text ?? '';
    const rows = [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(rows.filter((name) => name !== 'code').sort()).toEqual(
      [...warning.properties.code['x-extensible-enum']].sort(),
    );
  });
});
