import { formPage, refusalPage, thanksPage } from './form-page';
import { inputsOf, problemsOf } from './form-inputs';
import { textOn } from './page';
import type { SourceForm } from '../../contract/source';

const OF = { account: 'Clínica <Sorriso>', siteDomains: [], origin: 'https://entrada.example' };
const EVIL = '"><script>alert(1)</script>';
const pageOf = (form: SourceForm, filled = {}, signals = {}) =>
  formPage(
    { form, ...OF },
    { token: 'T', signals, filled, again: { status: 422, notice: EVIL, problems: { phone: EVIL } } },
  );

const LONGEST: SourceForm = {
  title: 't'.repeat(80),
  text: 't'.repeat(500),
  button: 'b'.repeat(40),
  color: '#777777',
  fields: { name: 'required', email: 'required', message: 'required' },
  questions: Array.from({ length: 5 }, () => ({
    label: 'q'.repeat(120),
    required: true,
    choices: Array.from({ length: 20 }, () => 'c'.repeat(60)),
  })),
  consent: { text: 'c'.repeat(500), url: `https://a.com.br/${'u'.repeat(100)}`, required: true },
};

it('the longest form is under 15 KB with its style, also when everything is to be filled in', () => {
  const problems = problemsOf(inputsOf(LONGEST), {});
  const again = { status: 422, notice: 'Confira o que está marcado.', problems };
  const { html } = formPage({ form: LONGEST, ...OF }, { token: 'T'.repeat(90), signals: {}, again });
  expect(Buffer.byteLength(html)).toBeLessThan(15_000);
});

it('no text of the owner, the visitor or the address is HTML', () => {
  const form: SourceForm = {
    title: EVIL,
    text: EVIL,
    button: EVIL,
    fields: { name: 'optional', message: 'optional' },
    questions: [
      { label: EVIL, required: false },
      { label: 'x', choices: [EVIL], required: false },
    ],
    consent: { text: EVIL, url: `https://a.br/${EVIL}`, required: false },
  };
  const filled = { phone: EVIL, name: EVIL, message: `</textarea>${EVIL}`, q1: EVIL };
  const { html } = pageOf(form, filled, { utm_source: EVIL });
  const after: SourceForm['after'][] = [
    { text: EVIL },
    { url: `https://a.br/${EVIL}` },
    { whatsapp: '55', text: EVIL },
  ];
  const others = after.map((one) => thanksPage({ form: { after: one }, ...OF }).html);
  for (const page of [html, ...others, refusalPage(404, EVIL, EVIL).html]) {
    expect(page).not.toContain('<script>alert');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<textarea/g) ?? []).toHaveLength(page.match(/<\/textarea/g)?.length ?? 0);
  }
});

it.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#0b6e69', '#ffffff'],
  ['#FFD400', '#000000'],
  ['#777777', '#000000'],
  ['#757575', '#ffffff'],
  ['#0000ff', '#ffffff'],
])('the text on %s is %s', (color, text) => expect(textOn(color)).toBe(text));

it('each grey leaves a contrast of 4.5 to its text', () => {
  const luminance = (color: string): number => {
    const channel = Number.parseInt(color.slice(1, 3), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  for (let level = 0; level < 256; level++) {
    const color = `#${level.toString(16).padStart(2, '0').repeat(3)}`;
    const [dark, light] = [luminance(color), luminance(textOn(color))].sort((one, other) => one - other) as [
      number,
      number,
    ];
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5);
  }
});
