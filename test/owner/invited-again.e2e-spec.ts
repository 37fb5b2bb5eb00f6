import type { AuditEntry } from '../../src/contract/audit';
import type { Me, MemberView } from '../../src/contract/members/member';
import { RANDOM_ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { MailServer } from '../support/mail-server';
import { mailedOwners } from '../support/mailed-owners';
import { memberCalls } from '../support/member-calls';
import { tally, times } from '../support/race';
import { forAllTests } from '../support/setup';

const { test, mails, sendMails, mailedToken, anyone, as } = mailedOwners();
const { invite, join } = memberCalls(test);
const partner = forAllTests(() => test.partner());

const ANY_TEXT = expect.any(String) as string;
const again = (id: string, from: HttpClient = partner.owner) => from.post<MemberView>(`/members/${id}/invitation`);
const linkOf = (id: string) => partner.owner.post(`/members/${id}/link`);
const stateOf = async (id: string) =>
  (await partner.owner.get<MemberView[]>('/members')).data.find((member) => member.id === id)?.invitation;
const mailsTo = (email: string | null | undefined) => mails.filter(({ to }) => to === email).length;
/** Moves what became of the member's mails into the past. */
const later = ({ email }: MemberView, minutes: number) =>
  partner.sql(
    `update outbox set sent_at = sent_at - make_interval(mins => $3) where account_id = $1 and recipient = $2`,
    email,
    minutes,
  );
const giveUp = ({ email }: MemberView) =>
  partner.sql(
    `update outbox set dead_at = now(), sent_at = null where account_id = $1 and recipient = $2 and id =
       (select max(o.id::text)::uuid from outbox o where o.account_id = $1 and o.recipient = $2)`,
    email,
  );

it('says that links are mailed', async () => {
  const answer = await anyone().post('/sign-in-links', { email: 'nobody@example.org' });
  expect(answer.data).toEqual({ received: true, sends_mail: true });
  expect((await partner.owner.get<Me>('/me')).data).not.toHaveProperty('sends_mail');
});

it('an invitation waits, is sent, and is sent again after five minutes; the new link signs in', async () => {
  const member = await invite(partner.owner, 'seller');
  expect(member.invitation).toEqual({ state: 'pending', at: ANY_TEXT });
  expect((await again(member.id)).error).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('fila') as string,
  });
  await sendMails();
  expect(await stateOf(member.id)).toEqual({ state: 'sent', at: ANY_TEXT });
  expect((await again(member.id)).error.message).toContain('menos de 5 minutos');
  await later(member, 4);
  expect((await again(member.id)).error.code).toBe('conflict');
  await later(member, 1);
  const answer = await again(member.id);
  expect([answer.status, answer.data.invitation?.state]).toEqual([200, 'pending']);
  const token = await mailedToken(member.email ?? '');
  expect(mailsTo(member.email)).toBe(2);
  expect(MailServer.text(mails[mails.length - 1] as never)).toContain('equipe da conta');
  const begun = await anyone().post<{ token: string }>('/sessions', { token });
  expect((await as(begun.data).get<Me>('/me')).data.member?.id).toBe(member.id);
  expect((await again(member.id)).error).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('entrou') as string,
  });
  const { data } = await partner.owner.get<AuditEntry[]>('/audit?limit=100');
  const ofMember = data.filter(({ action, subject }) => action === 'member.invited' && subject?.id === member.id);
  expect(ofMember).toHaveLength(2);
});

it('of clicks at the same moment one sends', async () => {
  const member = await invite(partner.owner, 'seller');
  await sendMails();
  await later(member, 6);
  const answers = await Promise.all(times(6, () => again(member.id)));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 5 });
  await sendMails();
  expect(mailsTo(member.email)).toBe(2);
});

it('a link is shown only once the mail was given up, and not while a further one waits', async () => {
  const member = await invite(partner.owner, 'seller');
  expect((await linkOf(member.id)).error.code).toBe('conflict');
  await sendMails();
  const refused = await linkOf(member.id);
  expect([refused.error.code, refused.error.message]).toEqual(['conflict', expect.stringContaining('por e-mail')]);
  await giveUp(member);
  expect(await stateOf(member.id)).toEqual({ state: 'dead', at: ANY_TEXT });
  expect((await linkOf(member.id)).status).toBe(201);
  // After a given up mail there is nothing to wait for.
  expect((await again(member.id)).data.invitation?.state).toBe('pending');
  expect((await linkOf(member.id)).error.code).toBe('conflict');
});

it('an address that no mail reaches gets a link, and never a mail', async () => {
  const { data } = await partner.owner.post<MemberView>('/members', {
    name: 'Bia',
    email: 'bia@loja.invalid',
    role: 'seller',
  });
  expect(data.invitation).toEqual({ state: 'unsendable', at: null });
  expect((await again(data.id)).error.code).toBe('conflict');
  expect((await linkOf(data.id)).status).toBe(201);
});

it('without any mail left the invitation can be sent', async () => {
  const member = await invite(partner.owner, 'seller');
  await partner.sql('delete from outbox where account_id = $1');
  expect(await stateOf(member.id)).toEqual({ state: 'none', at: null });
  expect((await linkOf(member.id)).error.code).toBe('conflict');
  expect((await again(member.id)).status).toBe(200);
});

it('is a manager’s to send again to sellers only, and counts as an invitation', async () => {
  const manager = await join(partner, 'manager');
  const other = await invite(partner.owner, 'manager');
  expect((await again(other.id, manager.api)).error.code).toBe('forbidden');
  expect((await again(RANDOM_ID)).error.code).toBe('not_found');
  const busy = await test.partner();
  const member = await invite(busy.owner, 'seller');
  await busy.sql('delete from outbox where account_id = $1');
  await busy.sql(
    `insert into audit_entries (account_id, id, at, actor_type, action)
     select $1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || substr(md5(n::text), 1, 20))::uuid, now(), 'owner', 'member.invited'
     from generate_series(1, 99) n`,
  );
  expect((await again(member.id, busy.owner)).error.message).toContain('convites em uma hora');
});
