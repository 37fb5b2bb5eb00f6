import { draftOf, formOf } from '../../console/pages/sources/form-draft';
import type { SourceForm } from '../../src/contract/source';

const FIELDS_OFF = { name: 'off', email: 'off', message: 'off' } as const;
const EMPTY: SourceForm = { fields: FIELDS_OFF, questions: [], consent: null, remember_days: 0 };

describe('the settings of a form that an owner edits', () => {
  it.each<[what: string, form: SourceForm]>([
    ['nothing', EMPTY],
    ['its own words', { ...EMPTY, title: 'Fale com a gente', text: 'Em 1 hora.', button: 'Quero', color: '#ff0000' }],
    ['questions', { ...EMPTY, questions: [{ label: 'Bairro?', required: true }] }],
    ['a choice', { ...EMPTY, questions: [{ label: 'Turno?', choices: ['Manhã', 'Tarde'], required: false }] }],
    ['consent', { ...EMPTY, consent: { text: 'Aceito.', url: 'https://loja.example/privacidade', required: true } }],
    ['optional consent without a page', { ...EMPTY, consent: { text: 'Aceito.', required: false } }],
    ['a sentence at the end', { ...EMPTY, after: { text: 'Obrigado!' } }],
    ['a page at the end', { ...EMPTY, after: { url: 'https://loja.example/obrigado' } }],
    ['a memory', { ...EMPTY, remember_days: 90 }],
  ])('stay the same without a change: %s', (_, form) => {
    expect(formOf(draftOf(form))).toEqual(form);
  });

  it('have the texts of the service where nothing is written', () => {
    expect(formOf(draftOf({}))).toEqual(EMPTY);
    expect(formOf({ ...draftOf({}), title: ' ', thanks: ' ' })).toEqual(EMPTY);
  });

  it('show a number of WhatsApp as it is written, and send what was typed', () => {
    const draft = draftOf({ ...EMPTY, after: { whatsapp: '5511987654321', text: 'Olá!' } });
    expect(draft).toMatchObject({ ending: 'whatsapp', whatsapp: '(11) 98765-4321' });
    expect(formOf(draft).after).toEqual({ whatsapp: '(11) 98765-4321', text: 'Olá!' });
  });

  it('send one choice for each line with words', () => {
    const [question] = draftOf({ questions: [{ label: 'Turno?', choices: ['Manhã'], required: false }] }).questions;
    const questions = question ? [{ ...question, choices: ' Manhã\n\n Tarde ' }] : [];
    expect(formOf({ ...draftOf({}), questions }).questions).toEqual([
      { label: 'Turno?', choices: ['Manhã', 'Tarde'], required: false },
    ]);
  });
});
