import { isBlank, isEmailAddress } from '../../common/input/fields';
import { firstCodePoints, codePoints, withoutInvisible } from '../../common/text';
import {
  MAX_CHOICE,
  MAX_EMAIL,
  MAX_FORM_ANSWER,
  MAX_FORM_MESSAGE,
  MAX_NAME,
  MAX_PHONE,
  MAX_REFERRER,
} from '../../contract/limits';
import { type Signal, SIGNALS } from '../../contract/origin';
import type { FormField, SourceForm } from '../../contract/source';
import { cleanText } from '../../imports/cells/texts';
import { phoneProblem } from '../../leads/record/phone';

/** What a form asks for: `q1` to `q5` are its questions. */
export interface FormInput {
  readonly name: string;
  readonly label: string;
  readonly kind: 'phone' | 'text' | 'email' | 'long text' | 'choice' | 'consent';
  readonly required: boolean;
  /** Code points. */
  readonly max: number;
  readonly choices: readonly string[];
}

const FIELDS: Readonly<Record<FormField, Pick<FormInput, 'label' | 'kind' | 'max'>>> = {
  name: { label: 'Nome', kind: 'text', max: MAX_NAME },
  email: { label: 'E-mail', kind: 'email', max: MAX_EMAIL },
  message: { label: 'Mensagem', kind: 'long text', max: MAX_FORM_MESSAGE },
};

const PHONE_INPUT = {
  name: 'phone',
  label: 'Telefone com DDD',
  kind: 'phone',
  required: true,
  max: MAX_PHONE,
} as const;

/** The value of a consent that was given. */
export const GIVEN = 'sim';

/** Lists what a form asks for, in the order of its page. */
export function inputsOf({ fields = {}, questions = [], consent = null }: SourceForm): FormInput[] {
  const field = (name: FormField): FormInput[] => {
    const mode = fields[name] ?? 'off';
    return mode === 'off' ? [] : [{ name, ...FIELDS[name], required: mode === 'required', choices: [] }];
  };
  const asked = questions.map(({ label, choices = [], required }, index): FormInput => {
    const isChoice = choices.length > 0;
    const answer = isChoice
      ? ({ kind: 'choice', max: MAX_CHOICE } as const)
      : ({ kind: 'text', max: MAX_FORM_ANSWER } as const);
    return { name: `q${index + 1}`, label, required, choices, ...answer };
  });
  return [
    ...field('name'),
    { ...PHONE_INPUT, choices: [] },
    ...field('email'),
    ...asked,
    ...field('message'),
    ...(consent
      ? [
          {
            name: 'consent',
            label: consent.text,
            kind: 'consent',
            required: consent.required,
            max: GIVEN.length,
            choices: [],
          } as const,
        ]
      : []),
  ];
}

/** What somebody filled in, by the names of the inputs; blank answers are empty. */
export type FilledIn = Readonly<Record<string, string>>;

/** Reads what was filled in. A longer text is cut to one character too many, which is enough to refuse it. */
export const filledIn = (inputs: readonly FormInput[], sent: URLSearchParams): FilledIn =>
  Object.fromEntries(
    inputs.map(({ name, kind, max }) => [name, answerIn(sent.get(name) ?? '', kind === 'long text', max)]),
  );

function answerIn(sent: string, lineBreaks: boolean, max: number): string {
  const text = cleanText(firstCodePoints(sent.replace(/\r\n?/g, '\n'), 2 * max), lineBreaks);
  return isBlank(text) ? '' : firstCodePoints(text, max + 1);
}

/** The signals among these values, cut to the longest that counts. */
export function signalsIn(valueOf: (signal: Signal) => unknown): Partial<Record<Signal, string>> {
  return Object.fromEntries(
    SIGNALS.flatMap((signal) => {
      const value = valueOf(signal);
      const text = typeof value === 'string' ? cleanText(firstCodePoints(value, MAX_REFERRER)) : '';
      return text === '' ? [] : [[signal, text]];
    }),
  );
}

/** Returns what to change at each input, in Portuguese. */
export const problemsOf = (inputs: readonly FormInput[], filled: FilledIn): Readonly<Record<string, string>> =>
  Object.fromEntries(
    inputs.flatMap((input) => {
      const problem = problemOf(input, filled[input.name] ?? '');
      return problem === undefined ? [] : [[input.name, problem]];
    }),
  );

const MISSING: Partial<Record<FormInput['kind'], string>> = {
  choice: 'Escolha uma opção.',
  consent: 'Para enviar, marque esta opção.',
};

function problemOf({ kind, required, max, choices }: FormInput, value: string): string | undefined {
  if (kind === 'phone') {
    const problem = phoneProblem(value);
    return problem && `Confira o telefone: ${problem}.`;
  }
  if (value === '') return required ? (MISSING[kind] ?? 'Preencha este campo.') : undefined;
  if (kind === 'choice') return choices.includes(value) ? undefined : 'Escolha uma das opções.';
  if (kind === 'consent') return value === GIVEN ? undefined : MISSING.consent;
  if (codePoints(value) > max) return `Escreva até ${max.toLocaleString('pt-BR')} caracteres.`;
  if (kind === 'email' && !isEmailAddress(withoutInvisible(value).trim()))
    return 'Confira o e-mail: ele deve ser como maria@exemplo.com.br.';
  return undefined;
}
