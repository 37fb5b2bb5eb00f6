import { keyCreatedText, keyReplacedText, keyRevokedText, signInText } from './mail-text';

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

it('what owners have named is text in HTML too', () => {
  const { text, html } = keyCreatedText({ ...EVENT, key: `<b>&"'</b>` });
  expect(text).toContain(`“<b>&"'</b>”`);
  expect(html).toContain('“&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;”');
});
