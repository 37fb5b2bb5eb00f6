import { invitationText, keyCreatedText, keyReplacedText, keyRevokedText, signInText } from './mail-text';

const EVENT = { account: 'Clínica', key: 'Site', hint: 'x7Qz', at: '01/03/2026, 09:00' };
const CREATED = 'A chave de API “Site” (final x7Qz) foi criada na conta Clínica em 01/03/2026, 09:00.';
const NOT_YOU = 'Se não foi você, revogue a chave no console e avise o suporte.';
const REVOKED = 'A chave de API “Site” (final x7Qz) da conta Clínica foi revogada em 01/03/2026, 09:00.';
const AT_ONCE = 'A revogação vale imediatamente. Sistemas que usavam essa chave deixam de ter acesso.';
const REPLACED =
  'A chave de API “Site” (final x7Qz) da conta Clínica foi substituída em 01/03/2026, 09:00 e vale até 02/03/2026, 09:00.';
const UNTIL_THEN = 'Até lá, troque a chave nos sistemas que a usam: depois, eles deixam de ter acesso.';
const LINK =
  'Use este link para entrar no console da conta Clínica. Ele vale por 15 minutos e só pode ser usado uma vez.';
const NOT_ASKED = 'Se você não pediu este link, ignore esta mensagem.';

const page = (body: string): string => `<!doctype html><html lang="pt-BR"><body>${body}</body></html>`;

it.each([
  ['Nova chave de API criada', keyCreatedText(EVENT), CREATED, NOT_YOU],
  ['Chave de API revogada', keyRevokedText(EVENT), REVOKED, AT_ONCE],
  ['Chave de API substituída', keyReplacedText({ ...EVENT, ends: '02/03/2026, 09:00' }), REPLACED, UNTIL_THEN],
])('%s: the same words in text and HTML', (subject, mail, first, second) => {
  expect(mail).toEqual({
    subject: `${subject} · Entrada`,
    text: `${first}\n\n${second}\n`,
    html: page(`<p>${first}</p><p>${second}</p>`),
  });
});

it('a sign-in link is between the two sentences, in text and in HTML', () => {
  const url = 'https://leads.example/console#link=a&b';
  const shown = 'https://leads.example/console#link=a&amp;b';
  expect(signInText([{ account: 'Clínica', url }])).toEqual({
    subject: 'Seu link de acesso · Entrada',
    text: `${LINK}\n\n${url}\n\n${NOT_ASKED}\n`,
    html: page(`<p>${LINK}</p><p><a href="${shown}">${shown}</a></p><p>${NOT_ASKED}</p>`),
  });
});

it('several sign-in links are each under their account', () => {
  const [one, two] = ['https://leads.example/console#link=a', 'https://leads.example/console#link=b'];
  const first =
    'Use um destes links para entrar no console. Cada um abre uma conta, vale por 15 minutos e só pode ser usado uma vez.';
  const last = 'Se você não pediu estes links, ignore esta mensagem.';
  expect(
    signInText([
      { account: 'Clínica', url: one },
      { account: 'Loja', url: two },
    ]),
  ).toEqual({
    subject: 'Seus links de acesso · Entrada',
    text: `${first}\n\nClínica:\n${one}\n\nLoja:\n${two}\n\n${last}\n`,
    html: page(
      `<p>${first}</p><p>Clínica: <a href="${one}">${one}</a></p><p>Loja: <a href="${two}">${two}</a></p><p>${last}</p>`,
    ),
  });
});

it.each([
  ['manager', 'gestor(a)'],
  ['seller', 'vendedor(a)'],
] as const)('an invitation as %s names account, role, last moment and sign-in page', (role, title) => {
  const [url, signIn] = ['https://leads.example/console#link=a', 'https://leads.example/console'];
  const first = `Você agora faz parte da equipe da conta Clínica, como ${title}. Use este link para entrar no console; ele só pode ser usado uma vez, até 08/03/2026, 23:30 (horário de Brasília). Se ele vencer, ou para entrar outra vez, peça um link com este e-mail na página de entrada: ${signIn}`;
  const last = 'Se você não conhece esta conta, ignore esta mensagem.';
  expect(invitationText({ account: 'Clínica', role, url, until: '08/03/2026, 23:30', page: signIn })).toEqual({
    subject: 'Convite para a equipe de Clínica · Entrada',
    text: `${first}\n\n${url}\n\n${last}\n`,
    html: page(`<p>${first}</p><p><a href="${url}">${url}</a></p><p>${last}</p>`),
  });
});

it('what owners have named is text in HTML too', () => {
  const { text, html } = keyCreatedText({ ...EVENT, key: `<b>&"'</b>` });
  expect(text).toContain(`“<b>&"'</b>”`);
  expect(html).toContain('“&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;”');
});
