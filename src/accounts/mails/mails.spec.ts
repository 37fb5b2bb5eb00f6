import { linksIn, type Mail, type MailText, textOf } from './mails';

const KEY = { account: 'Clínica', key: 'Site', hint: 'x7Qz' };
const CREATED: Mail = { kind: 'api_key.created', params: KEY };
const REVOKED: Mail = { kind: 'api_key.revoked', params: KEY };
const REPLACED: Mail = { kind: 'api_key.revoked', params: { ...KEY, ends: '02/03/2026, 09:00' } };
const SIGN_IN: Mail = { kind: 'sign_in_link', params: { links: [] } };

const URL = 'https://leads.example/console#link=a&b';
const URL_IN_HTML = 'https://leads.example/console#link=a&amp;b';
const OTHER_URL = 'https://leads.example/console#link=c';

const link = (account: string, url = URL) => ({ account, url, expiresAt: new Date('2026-03-09T02:30:00Z') });

const text = (mail: Mail, links: ReturnType<typeof link>[] = [], at = '2026-03-01T12:00:00Z'): MailText =>
  textOf(mail, { createdAt: new Date(at), links, signInPage: 'https://leads.example/console' });

const page = (...paragraphs: string[]): string =>
  `<!doctype html><html lang="pt-BR"><body>${paragraphs.map((html) => `<p>${html}</p>`).join('')}</body></html>`;

describe('a mail about a key', () => {
  it.each<[subject: string, mail: Mail, first: string, last: string]>([
    [
      'Nova chave de API criada',
      CREATED,
      'A chave de API “Site” (final x7Qz) foi criada na conta Clínica em 01/03/2026, 09:00.',
      'Se não foi você, revogue a chave no console e avise o suporte.',
    ],
    [
      'Chave de API revogada',
      REVOKED,
      'A chave de API “Site” (final x7Qz) da conta Clínica foi revogada em 01/03/2026, 09:00.',
      'A revogação vale imediatamente. Sistemas que usavam essa chave deixam de ter acesso.',
    ],
    [
      'Chave de API substituída',
      REPLACED,
      'A chave de API “Site” (final x7Qz) da conta Clínica foi substituída em 01/03/2026, 09:00 e vale até 02/03/2026, 09:00.',
      'Até lá, troque a chave nos sistemas que a usam: depois, eles deixam de ter acesso.',
    ],
  ])('%s: the same words in text and HTML', (subject, mail, first, last) => {
    expect(text(mail)).toEqual({
      subject: `${subject} · Entrada`,
      text: `${first}\n\n${last}\n`,
      html: page(first, last),
    });
  });

  it.each([
    ['2026-03-01T02:59:59Z', '28/02/2026, 23:59'],
    ['2026-03-01T03:00:00Z', '01/03/2026, 00:00'],
    ['2026-01-01T00:30:00Z', '31/12/2025, 21:30'],
    // The last summer time: UTC-2.
    ['2019-01-10T01:30:00Z', '09/01/2019, 23:30'],
  ])('of %s says %s, as it is in Brasília', (at, shown) => {
    expect(text(CREATED, [], at).text).toContain(` em ${shown}.`);
  });

  it('whose parameters are gone has empty places for them', () => {
    const [created, revoked] = [CREATED, REVOKED].map(({ kind }) => text({ kind, params: {} } as Mail).text);
    expect(created).toContain('A chave de API “” (final ) foi criada na conta  em');
    expect(revoked).toContain('A chave de API “” (final ) da conta  foi revogada em');
  });

  it('has what owners have named as text in HTML too', () => {
    const named = text({ kind: 'api_key.created', params: { ...KEY, key: `<b>&"'</b>` } });
    expect(named.text).toContain(`“<b>&"'</b>”`);
    expect(named.html).toContain('“&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;”');
  });
});

describe('a mail with sign-in links', () => {
  it('has one between its two sentences, in text and in HTML', () => {
    const first =
      'Use este link para entrar no console da conta Clínica. Ele vale por 15 minutos e só pode ser usado uma vez.';
    const last = 'Se você não pediu este link, ignore esta mensagem.';
    expect(text(SIGN_IN, [link('Clínica')])).toEqual({
      subject: 'Seu link de acesso · Entrada',
      text: `${first}\n\n${URL}\n\n${last}\n`,
      html: page(first, `<a href="${URL_IN_HTML}">${URL_IN_HTML}</a>`, last),
    });
  });

  it('has several each under its account', () => {
    const first =
      'Use um destes links para entrar no console. Cada um abre uma conta, vale por 15 minutos e só pode ser usado uma vez.';
    const last = 'Se você não pediu estes links, ignore esta mensagem.';
    expect(text(SIGN_IN, [link('Clínica'), link('Loja', OTHER_URL)])).toEqual({
      subject: 'Seus links de acesso · Entrada',
      text: `${first}\n\nClínica:\n${URL}\n\nLoja:\n${OTHER_URL}\n\n${last}\n`,
      html: page(
        first,
        `Clínica: <a href="${URL_IN_HTML}">${URL_IN_HTML}</a>`,
        `Loja: <a href="${OTHER_URL}">${OTHER_URL}</a>`,
        last,
      ),
    });
  });
});

describe('an invitation', () => {
  it.each([
    ['manager', 'gestor(a)'],
    ['seller', 'vendedor(a)'],
  ] as const)('as %s names account, role, last moment and sign-in page', (role, title) => {
    const mail: Mail = {
      kind: 'sign_in_link',
      params: { account: 'Clínica', link_id: 'x', invitation_days: 7, role },
    };
    const first = `Você agora faz parte da equipe da conta Clínica, como ${title}. Use este link para entrar no console; ele só pode ser usado uma vez, até 08/03/2026, 23:30 (horário de Brasília). Se ele vencer, ou para entrar outra vez, peça um link com este e-mail na página de entrada: https://leads.example/console`;
    const last = 'Se você não conhece esta conta, ignore esta mensagem.';
    expect(text(mail, [link('Loja')])).toEqual({
      subject: 'Convite para a equipe de Clínica · Entrada',
      text: `${first}\n\n${URL}\n\n${last}\n`,
      html: page(first, `<a href="${URL_IN_HTML}">${URL_IN_HTML}</a>`, last),
    });
  });

  it('whose account is gone has an empty place for it', () => {
    const mail = { kind: 'sign_in_link', params: { role: 'seller' } } as Mail;
    expect(text(mail, [link('Clínica')]).subject).toBe('Convite para a equipe de  · Entrada');
  });
});

describe('the links in a mail', () => {
  const [ONE, OTHER] = [
    { account_id: 'a', account: 'Clínica', link_id: 'x' },
    { account_id: 'b', account: 'Loja', link_id: 'y' },
  ];
  const single = { account: 'Clínica', link_id: 'x' };

  it.each<[what: string, params: object, links: object[]]>([
    ['of an address', { links: [ONE, OTHER] }, [ONE, OTHER]],
    ['of an invitation', { ...single, invitation_days: 7, role: 'seller' }, [ONE]],
    ['of an address with one account, by release 1.2.0', single, [ONE]],
    ['of an address with several, by release 1.2.0', { ...single, links: [ONE, OTHER] }, [ONE, OTHER]],
    ['whose account is gone', { link_id: 'x' }, [{ ...ONE, account: '' }]],
    ['whose parameters are gone', {}, []],
  ])('%s', (_, params, links) => {
    expect(linksIn('a', params as Parameters<typeof linksIn>[1])).toEqual(links);
  });

  it('of release 1.2.0 has the text of a sign-in, not of an invitation', () => {
    const mail = { kind: 'sign_in_link', params: single } as unknown as Mail;
    expect(text(mail, [link('Clínica')]).subject).toBe('Seu link de acesso · Entrada');
  });
});
