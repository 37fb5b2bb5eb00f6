import { DAY_MS, MINUTE_MS } from '../../src/contract/durations';
import type { AppointmentView } from '../../src/contract/day/appointment';
import type { AuditEntry } from '../../src/contract/audit';
import type { CalendarView, NewCalendar } from '../../src/contract/day/calendar';
import type { SessionView } from '../../src/contract/session';
import { log } from '../../src/common/process/log';
import { appForAllTests } from '../support/app';
import { HttpClient } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { crowd, race, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { until } from '../support/waiting';

const LIMIT = 20;
const test = appForAllTests({ TRUST_PROXY: '1', LIMIT_IP_PER_MINUTE: String(LIMIT) });
const partner = forEachTest(() => test.partner());
const { submit } = leadCalls(test, partner);
const { join, ownerOf } = memberCalls(test);

const make = async ({ api }: { api: HttpClient }) => (await api.post<NewCalendar>('/me/calendar')).data.url;
const stateOf = async ({ api }: { api: HttpClient }) => (await api.get<CalendarView>('/me/calendar')).data.address;

let addresses = 0;
const nextAddress = (): string => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;
const reader = (address = nextAddress()) => new HttpClient(test.url, '', { 'X-Forwarded-For': address });
const read = (url: string, from = reader()) => from.get(new URL(url).pathname);
const isOpen = async (url: string) => (await read(url)).status === 200;

const at = (days: number) => new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + days * DAY_MS).toISOString();
const plan = async (lead_id: string, member_id: string | null, days: number, more: object = {}) =>
  (await partner.owner.post<AppointmentView>('/appointments', { lead_id, member_id, starts_at: at(days), ...more }))
    .data;
const uidsIn = (text: string) => [...text.matchAll(/^UID:(.*)@entrada\r$/gm)].map(([, id]) => id);

describe('the address of a calendar', () => {
  it('has the appointments of its member: hour, length, first name and link', async () => {
    const bruno = await join(partner, 'seller');
    const { id } = await submit({ name: 'Ana Souza' });
    const made = await plan(id, bruno.id, 1, { minutes: 45, text: 'Avaliação' });
    const url = await make(bruno);
    expect(url).toMatch(/^http:\/\/[^/]+\/calendar\/ent_calendar_\w{65}\.ics$/);
    const { status, headers, text } = await read(url);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect([headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual(['no-referrer', 'noindex']);
    const ics = (moment: string | number) => new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '');
    const whole = text.replaceAll('\r\n ', '');
    expect(whole).toContain(`UID:${made.id}@entrada\r\n`);
    expect(whole).toContain(`DTSTART:${ics(made.starts_at)}\r\n`);
    expect(whole).toContain(`DTEND:${ics(Date.parse(made.starts_at) + 45 * MINUTE_MS)}\r\nSUMMARY:Ana\r\n`);
    expect(whole).toContain(`URL:${new URL(url).origin}/console#/leads/${id}\r\n`);
  });

  it('is a calendar of the account, of 30 days back and 180 ahead', async () => {
    const bruno = await join(partner, 'seller');
    const { id } = await submit();
    const made = [];
    for (const days of [-32, -29, 0.1, 179, 182]) made.push((await plan(id, bruno.id, days)).id);
    const missed = await plan(id, bruno.id, 2);
    await partner.owner.patch(`/appointments/${missed.id}`, { missed: true });
    const { text } = await read(await make(bruno));
    expect(uidsIn(text).sort()).toEqual(made.slice(1, 4).sort());
  });

  it('changes with an appointment, and is 304 while nothing changes', async () => {
    const bruno = await join(partner, 'seller');
    const { id } = await submit({ name: 'Ana' });
    const made = await plan(id, bruno.id, 1);
    const url = await make(bruno);
    const first = await read(url);
    const again = (tag: string) => read(url, reader().with({ 'If-None-Match': tag }));
    const tag = first.headers.get('etag') ?? '';
    const unchanged = await again(`W/"x", ${tag}`);
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', tag]);
    await partner.owner.patch(`/appointments/${made.id}`, { minutes: 60 });
    const changed = await again(tag);
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
    const modified = (text: string) => /LAST-MODIFIED:(\w+)/.exec(text)?.[1] ?? '';
    expect(modified(changed.text) >= modified(first.text)).toBe(true);
    await partner.owner.delete(`/appointments/${made.id}`);
    expect(uidsIn((await again(tag)).text)).toEqual([]);
  });

  it('answers HEAD without the body', async () => {
    const url = await make(await join(partner, 'seller'));
    const { status, text, headers } = await reader().send('HEAD', new URL(url).pathname);
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/calendar; charset=utf-8']);
  });

  it.each(['owner', 'manager', 'seller'] as const)('of the %s has theirs alone', async (role) => {
    const api = role === 'owner' ? await ownerOf(partner) : (await join(partner, role)).api;
    const { member } = (await api.get<{ member: { id: string } }>('/me')).data;
    const other = await join(partner, 'seller');
    const [mine, theirs] = [await submit(), await submit()];
    await partner.owner.patch(`/leads/${mine.id}`, { responsible_id: member.id });
    await partner.owner.patch(`/leads/${theirs.id}`, { responsible_id: other.id });
    const made = [];
    for (const [lead, holder] of [
      [mine, null],
      [theirs, member.id],
      [mine, other.id],
      [theirs, null],
    ] as const)
      made.push((await plan(lead.id, holder, 1)).id);
    const url = await make({ api });
    expect(uidsIn((await read(url)).text).sort()).toEqual(made.slice(0, 2).sort());
    await partner.owner.patch('/account', { sellers_see: 'own' });
    const seen = role === 'seller' ? made.slice(0, 1) : made.slice(0, 2);
    expect(uidsIn((await read(url)).text).sort()).toEqual([...seen].sort());
  });

  it('has none of an erased person', async () => {
    const bruno = await join(partner, 'seller');
    const { id } = await submit({ name: 'Ana' });
    await plan(id, bruno.id, 1);
    await partner.owner.post(`/leads/${id}/erase`);
    expect(uidsIn((await read(await make(bruno))).text)).toEqual([]);
  });

  it.each(['Maria;\nBEGIN:VEVENT', 'Maria Souza', 'maria@souza.example', '(11) 98765-4321', 'Maria\u2028Souza'])(
    'tells no phone, e-mail, text or surname of %j',
    async (name) => {
      const bruno = await join(partner, 'seller');
      const lead = await submit({ email: 'maria@souza.example', notes: 'Segredo' });
      // No caller can send such names; imports of earlier releases may have.
      await partner.sql('update leads set name = $2 where account_id = $1', name);
      await plan(lead.id, bruno.id, 1, { text: 'Cirurgia' });
      const { text } = await read(await make(bruno));
      expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
      expect(text).toMatch(/SUMMARY:(Maria|Lead)\r\n/);
      expect(text).not.toMatch(/souza|segredo|cirurgia|98765|4321/i);
    },
  );

  it('has at most 1,000 appointments, the next ones first', async () => {
    const bruno = await join(partner, 'seller');
    const { id } = await submit();
    const add = (days: number, count: number) =>
      partner.sql(
        `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at, member_id)
         select $1, gen_random_uuid(), $2, now() + $3 * interval '1 day', false, now(), $4::uuid from generate_series(1, $5::int)`,
        ...[id, days, bruno.id, count],
      );
    await add(-3, 500);
    await add(3, 900);
    const { text } = await read(await make(bruno));
    const before = new Date(at(0)).toISOString().replace(/[-:]|\.\d+/g, '');
    const starts = [...text.matchAll(/DTSTART:(\w+Z)/g)].map(([, start = '']) => start);
    expect([starts.length, starts.filter((start) => start > before).length]).toEqual([1_000, 900]);
  });
});

describe('an address', () => {
  it('is shown once, and kept as a hash; a new one ends it', async () => {
    const bruno = await join(partner, 'seller');
    expect(await stateOf(bruno)).toBeNull();
    const former = await make(bruno);
    expect(await stateOf(bruno)).toMatchObject({ last_read_at: null });
    const url = await make(bruno);
    expect([await isOpen(former), await isOpen(url)]).toEqual([false, true]);
    const token = /ent_calendar_\w+/.exec(url)?.[0] ?? '';
    const rows = await partner.sql<{ text: string }>('select s::text as text from sessions s where account_id = $1');
    expect(rows.filter(({ text }) => text.includes(token.slice(13)))).toEqual([]);
    expect(JSON.stringify((await bruno.api.get('/sessions')).body)).not.toContain(token);
    expect((await bruno.api.delete('/me/calendar')).status).toBe(204);
    expect([await isOpen(url), await stateOf(bruno)]).toEqual([false, null]);
    expect((await bruno.api.delete('/me/calendar')).status).toBe(404);
    const { data } = await partner.owner.get<AuditEntry[]>('/audit?limit=20');
    const about = data.filter(({ action }) => action.startsWith('member.calendar'));
    expect(about.map(({ action, subject }) => [action, subject?.id])).toEqual(
      ['ended', 'created', 'ended', 'created'].map((what) => [`member.calendar_${what}`, bruno.id]),
    );
    expect(JSON.stringify(about)).not.toContain(token);
  });

  it('opens nothing else, and stays as long as it is read', async () => {
    const bruno = await join(partner, 'seller');
    const url = await make(bruno);
    const token = /ent_calendar_\w+/.exec(url)?.[0] ?? '';
    expect((await new HttpClient(`${test.url}/admin/v1`, token).get('/account')).status).toBe(401);
    expect(await isOpen(url)).toBe(true);
    await until(async () => (await stateOf(bruno))?.last_read_at !== null);
    await partner.sql(
      `update sessions set last_used_at = now() - interval '3 hours', created_at = now() - interval '4 hours',
         expires_at = now() + interval '1 minute' where account_id = $1 and is_calendar`,
    );
    expect(await isOpen(url)).toBe(true);
    const hourAgo = () => Date.now() - 60 * MINUTE_MS;
    await until(async () => Date.parse((await stateOf(bruno))?.last_read_at ?? '') > hourAgo());
    const [row] = await partner.sql<{ days: number }>(
      `select extract(day from expires_at - now())::int as days from sessions where account_id = $1 and is_calendar`,
    );
    expect(row?.days).toBe(364);
    await partner.sql(`update sessions set expires_at = now() where account_id = $1 and is_calendar`);
    expect([await isOpen(url), await stateOf(bruno)]).toEqual([false, null]);
  });

  const ENDS: Record<string, (of: SignedIn) => Promise<unknown>> = {
    'all other sessions are ended by the member': ({ api }) => api.delete('/sessions'),
    'all sessions are ended by the owner': async () => (await ownerOf(partner)).delete('/sessions'),
    'it is ended in the list of sessions': async ({ id }) => {
      const { data } = await partner.owner.get<SessionView[]>('/sessions');
      const calendar = data.find((one) => one.member.id === id && one.calendar);
      return partner.owner.delete(`/sessions/${calendar?.id}`);
    },
    'the member is deactivated': ({ id }) => partner.owner.patch(`/members/${id}`, { active: false }),
    'the role changes': ({ id }) => partner.owner.patch(`/members/${id}`, { role: 'manager' }),
    'the account changes owner': () =>
      test.operator.put(`/accounts/${partner.accountId}/owner`, { name: 'Nova', email: 'nova@example.com' }),
  };

  it.each(Object.keys(ENDS))('ends when %s', async (when) => {
    const bruno = await join(partner, 'seller');
    const url = await make(bruno);
    expect(await isOpen(url)).toBe(true);
    await ENDS[when]?.(bruno);
    expect(await isOpen(url)).toBe(false);
    expect(await partner.sql('select from sessions where account_id = $1 and is_calendar')).toEqual([]);
  });

  it('stays when one session ends, and when the member is renamed', async () => {
    const bruno = await join(partner, 'seller');
    const url = await make(bruno);
    await partner.owner.patch(`/members/${bruno.id}`, { name: 'Caio' });
    await bruno.api.delete('/sessions/current');
    expect(await isOpen(url)).toBe(true);
  });

  it('is closed while the account is', async () => {
    const url = await make(await join(partner, 'seller'));
    await partner.sql('update accounts set closes_at = now() where id = $1');
    expect(await isOpen(url)).toBe(false);
    await partner.sql('update accounts set closes_at = null where id = $1');
    expect(await isOpen(url)).toBe(true);
  });

  it('is not made by a session that ends at the same moment', async () => {
    for (const round of times(8, (n) => n)) {
      const bruno = await join(partner, 'seller');
      const [made] = await race(
        round,
        () => bruno.api.post<NewCalendar>('/me/calendar'),
        () => partner.owner.delete('/sessions'),
      );
      expect([201, 401]).toContain(made.status);
      expect(await partner.sql('select from sessions where account_id = $1')).toEqual([]);
    }
  });

  it('is one, however many are made at once', async () => {
    const bruno = await join(partner, 'seller');
    const urls = await Promise.all(times(5, () => make(bruno)));
    const open = [];
    for (const url of urls) open.push(await isOpen(url));
    expect(open.filter(Boolean)).toHaveLength(1);
  });

  it('is nobody’s for the operator', async () => {
    for (const method of ['get', 'post', 'delete'] as const)
      expect((await partner.owner[method]('/me/calendar')).status).toBe(404);
  });
});

describe('who guesses', () => {
  it('gets the same answer for whatever is no address, and after some none', async () => {
    const url = await make(await join(partner, 'seller'));
    const other = await make(await join(await test.partner(), 'seller'));
    const token = /ent_calendar_\w+/.exec(url)?.[0] ?? '';
    const foreign = /ent_calendar_\w+/.exec(other)?.[0] ?? '';
    const guesses = [
      token.replace(/.{8}$/, 'AAAAAAAA'),
      // The account of the one, the secret of the other.
      token.slice(0, 35) + foreign.slice(35),
      token.replace('calendar', 'session'),
      'x',
      '%00',
      'a'.repeat(3_000),
    ];
    const client = reader();
    const answers = [];
    for (const guess of guesses) answers.push(await client.get(`/calendar/${guess}.ics`));
    answers.push(await client.get(`/calendar/${token}`), await client.get(`/calendar/${token}.ICS`));
    const messages = answers.map(({ status, error }) => [status, error.code, error.message]);
    expect(new Set(messages.map(String)).size).toBe(1);
    expect(messages[0]?.slice(0, 2)).toEqual([404, 'not_found']);
    const further = await Promise.all(times(LIMIT, () => client.get('/calendar/x.ics')));
    expect(further.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(guesses.length + 2);
    expect((await read(url, client)).status).toBe(200);
  });

  it('sixty readers at once are answered', async () => {
    const bruno = await join(partner, 'seller');
    await plan((await submit()).id, bruno.id, 1);
    const url = await make(bruno);
    const client = reader();
    const answers = await crowd(60, () => read(url, client), 60);
    expect(answers.map(({ status }) => status)).toEqual(times(60, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('no log has the path', async () => {
    const written = (['info', 'warn', 'error', 'debug'] as const).map((level) => jest.spyOn(log, level));
    const url = await make(await join(partner, 'seller'));
    const token = /ent_calendar_\w+/.exec(url)?.[0] ?? '';
    await read(url);
    await read(url.replace(/.{8}\.ics$/, 'AAAAAAAA.ics'));
    await reader().post(`/calendar/${token}.ics`, {});
    await reader().get(`/calendar/${token}.ics/x`);
    const lines = JSON.stringify(written.flatMap(({ mock }) => mock.calls));
    written.forEach((spy) => spy.mockRestore());
    expect(lines).toContain('/calendar/:file');
    expect(lines).not.toContain(token.slice(13, 30));
    const metrics = (await test.operator.get('/metrics')).text + (await reader().get('/metrics')).text;
    expect(metrics).not.toContain(token.slice(13, 30));
  });
});
