import { ApiError } from '../../common/api-error';
import { InputPipe } from '../../common/input/input.pipe';
import { SourceFormDto } from './form.dto';

const pipe = new InputPipe();
const read = (form: object) => pipe.transform(form, { type: 'body', metatype: SourceFormDto }) as SourceFormDto;

function faultsOf(form: object): string[] {
  try {
    read(form);
    return [];
  } catch (error) {
    return (error as ApiError).details?.fields?.map(({ field }) => field) ?? [String(error)];
  }
}

const question = (more: object) => ({ questions: [{ label: 'Qual é o bairro?', required: false, ...more }] });
const consent = (more: object) => ({ consent: { text: 'Aceito receber contato.', required: true, ...more } });

it.each(
  [
    {},
    {
      title: 'T'.repeat(80),
      text: `${'t'.repeat(498)}\nt`,
      button: 'b'.repeat(40),
      color: '#0B6e69',
      remember_days: 90,
    },
    { fields: {}, questions: [], consent: null, remember_days: 0 },
    { fields: { name: 'required', email: 'optional', message: 'off' } },
    question({ choices: ['Sim', 'Não'] }),
    question({ choices: [] }),
    consent({ url: 'https://clinica.com.br/privacidade?x=1#topo' }),
    consent({}),
    { after: { text: 'Obrigado!\nAté logo.' } },
    { after: { url: 'https://clinica.com.br/obrigado' } },
    { after: { whatsapp: '(11) 98765-4321', text: 'Olá!' } },
  ].map((form) => [Object.keys(form).join(' '), form] as const),
)('accepts %s', (_, form) => expect(faultsOf(form)).toEqual([]));

const REFUSED: readonly [form: object, ...fields: string[]][] = [
  [{ title: 'T'.repeat(81), text: 't'.repeat(501), button: ' ', color: 'red' }, 'title', 'text', 'button', 'color'],
  [{ title: null, remember_days: 30 }, 'title', 'remember_days'],
  [{ fields: { phone: 'off', name: 'yes' } }, 'fields.phone', 'fields.name'],
  [{ fields: [] }, 'fields'],
  [{ questions: Array.from({ length: 6 }, () => ({ label: 'a', required: true })) }, 'questions'],
  [question({ label: 'l'.repeat(121) }), 'questions.0.label'],
  [question({ label: 'Sua senha' }), 'questions.0.label'],
  [question({ required: undefined }), 'questions.0.required'],
  [question({ choices: ['a', 'c'.repeat(61), ''] }), 'questions.0.choices.1', 'questions.0.choices.2'],
  [question({ choices: Array.from({ length: 21 }, () => 'a') }), 'questions.0.choices'],
  [consent({ url: 'http://clinica.com.br' }), 'consent.url'],
  [consent({ url: 'javascript:alert(1)//https://a.br' }), 'consent.url'],
  [consent({ url: 'https://banco.com.br@golpe.com.br/' }), 'consent.url'],
  [consent({ url: 'https://clinica.com.br/"onclick=' }), 'consent.url'],
  [consent({ url: 'https://localhost/' }), 'consent.url'],
  [consent({ text: undefined }), 'consent.text'],
  [{ after: {} }, 'after.text'],
  [{ after: { url: 'https://a.com.br', text: 'a' } }, 'after.url'],
  [{ after: { url: 'https://a.com.br', whatsapp: '11987654321', text: 'a' } }, 'after.url'],
  [{ after: { whatsapp: '11987654321' } }, 'after.text'],
  [{ after: { whatsapp: '123', text: 'a' } }, 'after.whatsapp'],
  [{ after: { text: 5 } }, 'after.text'],
  [{ after: 'Obrigado' }, 'after'],
];

it.each(REFUSED.map(([form, ...fields]) => ({ form, fields })))('refuses a form at $fields', ({ form, fields }) =>
  expect(new Set(faultsOf(form))).toEqual(new Set(fields)),
);

it.each([
  ['(11) 98765-4321', '5511987654321'],
  ['5511987654321', '5511987654321'],
  ['+351 912 345 678', '351912345678'],
  ['351912345678', '351912345678'],
])('keeps the WhatsApp number %s as %s, also when it is sent back', (whatsapp, digits) =>
  expect(read({ after: { whatsapp, text: 'Olá' } }).after).toMatchObject({ whatsapp: digits }),
);
