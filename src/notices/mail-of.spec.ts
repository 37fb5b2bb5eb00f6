import { Config } from '../config/config';
import type { GivenRole } from '../contract/members/roles';
import { mailOf } from './mail-text';
import type { ClaimedMail } from './outbox.queries';

const CONFIG = Config.from({ PUBLIC_URL: 'https://leads.example' });
const mail = (kind: ClaimedMail['kind'], createdAt = '2026-03-01T12:00:00Z'): ClaimedMail =>
  ({
    kind,
    params: { account: 'Clínica', key: 'Site', hint: 'x7Qz' },
    createdAt: new Date(createdAt),
  }) as unknown as ClaimedMail;

const link = (account: string, token: string) => ({ account, token: `ent_link_${token}`, expiresAt: new Date() });

describe('a mail about a key', () => {
  it.each([
    ['api_key.created', 'Nova chave de API criada · Entrada', 'foi criada na conta Clínica em 01/03/2026, 09:00'],
    ['api_key.revoked', 'Chave de API revogada · Entrada', 'da conta Clínica foi revogada em 01/03/2026, 09:00'],
  ] as const)('%s', (kind, subject, words) => {
    const { subject: told, text } = mailOf(CONFIG, mail(kind), []);
    expect(told).toBe(subject);
    expect(text).toContain(`A chave de API “Site” (final x7Qz) ${words}.`);
  });

  it('of a key that was replaced says until when it lives', () => {
    const { params, ...rest } = mail('api_key.revoked');
    const { subject, text } = mailOf(CONFIG, { ...rest, params: { ...params, ends: '02/03/2026, 09:00' } }, []);
    expect(subject).toBe('Chave de API substituída · Entrada');
    expect(text).toContain('foi substituída em 01/03/2026, 09:00 e vale até 02/03/2026, 09:00.');
  });

  it.each([
    ['2026-03-01T02:59:59Z', '28/02/2026, 23:59'],
    ['2026-03-01T03:00:00Z', '01/03/2026, 00:00'],
    ['2026-01-01T00:30:00Z', '31/12/2025, 21:30'],
    // The last summer time: UTC-2.
    ['2019-01-10T01:30:00Z', '09/01/2019, 23:30'],
  ])('of %s says %s, as it is in Brasília', (at, told) => {
    expect(mailOf(CONFIG, mail('api_key.created', at), []).text).toContain(` em ${told}.`);
  });

  it('whose parameters are gone has empty places for them', () => {
    const { text } = mailOf(CONFIG, { ...mail('api_key.revoked'), params: {} }, []);
    expect(text).toContain('A chave de API “” (final ) da conta  foi revogada em');
  });
});

it('a sign-in link leads to the console, with the token after the #', () => {
  const { subject, text } = mailOf(CONFIG, mail('sign_in_link'), [link('Clínica', 'x')]);
  expect(subject).toBe('Seu link de acesso · Entrada');
  expect(text).toContain('\n\nhttps://leads.example/console#link=ent_link_x\n\n');
  expect(text).toContain('console da conta Clínica');
});

it('several sign-in links are in one mail, each under its account', () => {
  const { subject, text } = mailOf(CONFIG, mail('sign_in_link'), [link('Clínica', 'x'), link('Loja', 'y')]);
  expect(subject).toBe('Seus links de acesso · Entrada');
  expect(text).toContain(
    '\n\nClínica:\nhttps://leads.example/console#link=ent_link_x\n\nLoja:\nhttps://leads.example/console#link=ent_link_y\n\n',
  );
});

describe('an invitation', () => {
  const invitation = (role: GivenRole) =>
    mailOf(CONFIG, { ...mail('sign_in_link'), params: { account: 'Clínica', invitation_days: 7, role } }, [
      { ...link('Clínica', 'x'), expiresAt: new Date('2026-03-09T02:30:00Z') },
    ]);

  it.each([
    ['seller', ', como vendedor(a)'],
    ['manager', ', como gestor(a)'],
  ] as const)('of a %s names account, role, last moment and the sign-in page', (role, as) => {
    const { subject, text } = invitation(role);
    expect(subject).toBe('Convite para a equipe de Clínica · Entrada');
    expect(text).toContain(`equipe da conta Clínica${as}.`);
    expect(text).toContain('só pode ser usado uma vez, até 08/03/2026, 23:30 (horário de Brasília)');
    expect(text).toContain(
      'Se ele vencer, ou para entrar outra vez, peça um link com este e-mail na página de entrada: https://leads.example/console\n',
    );
    expect(text).toContain('\n\nhttps://leads.example/console#link=ent_link_x\n\n');
  });

  it('whose account is gone has an empty place for it', () => {
    const { subject } = mailOf(CONFIG, { ...mail('sign_in_link'), params: { role: 'seller' } }, [link('Clínica', 'x')]);
    expect(subject).toBe('Convite para a equipe de  · Entrada');
  });
});
