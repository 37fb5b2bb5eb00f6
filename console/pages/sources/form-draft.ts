import { FORM_FIELDS, type FormField, type FormFieldMode, type SourceForm } from '../../../src/contract/source';
import { phoneText } from '../../format';
import { WHATSAPP_GREETING } from './words';

/** Question of a form while it is edited; choices are lines, and none make it a text. */
export interface QuestionDraft {
  readonly label: string;
  readonly choices: string;
  readonly isChoice: boolean;
  readonly isRequired: boolean;
}

export type Ending = 'text' | 'url' | 'whatsapp';

/** A form while it is edited, every field with a value. */
export interface FormDraft {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** Empty for the colour of the service. */
  readonly color: string;
  readonly fields: Readonly<Record<FormField, FormFieldMode>>;
  readonly questions: readonly QuestionDraft[];
  readonly consent: FormFieldMode;
  readonly consentText: string;
  readonly consentUrl: string;
  readonly ending: Ending;
  readonly thanks: string;
  readonly endingUrl: string;
  readonly whatsapp: string;
  /** First message in WhatsApp. */
  readonly greeting: string;
  readonly isRemembered: boolean;
}

const CONSENT = 'Aceito receber contato sobre o meu pedido.';

export function draftOf(form: SourceForm): FormDraft {
  const { fields = {}, questions = [], consent } = form;
  const modes = FORM_FIELDS.map((field) => [field, fields[field] ?? 'off'] as const);
  return {
    title: form.title ?? '',
    text: form.text ?? '',
    button: form.button ?? '',
    color: form.color ?? '',
    fields: Object.fromEntries(modes) as Record<FormField, FormFieldMode>,
    questions: questions.map(({ label, choices = [], required }) => ({
      label,
      choices: choices.join('\n'),
      isChoice: choices.length > 0,
      isRequired: required,
    })),
    consent: consent ? (consent.required ? 'required' : 'optional') : 'off',
    consentText: consent?.text ?? CONSENT,
    consentUrl: consent?.url ?? '',
    ...endingOf(form.after),
    isRemembered: form.remember_days === 90,
  };
}

type EndingDraft = Pick<FormDraft, 'ending' | 'thanks' | 'endingUrl' | 'whatsapp' | 'greeting'>;

function endingOf(after: SourceForm['after']): EndingDraft {
  const first = { thanks: '', endingUrl: '', whatsapp: '', greeting: WHATSAPP_GREETING.value };
  if (!after) return { ...first, ending: 'text' };
  if ('url' in after) return { ...first, ending: 'url', endingUrl: after.url };
  if ('whatsapp' in after)
    return { ...first, ending: 'whatsapp', greeting: after.text, whatsapp: phoneText(after.whatsapp) };
  return { ...first, ending: 'text', thanks: after.text };
}

/** The form as it is saved: what is empty has the texts of the service. */
export function formOf(draft: FormDraft): SourceForm {
  const { title, text, button, color, questions, isRemembered } = draft;
  return {
    ...present({ title, text, button, color }),
    fields: draft.fields,
    questions: questions.map(({ label, choices, isChoice, isRequired }) => ({
      label,
      ...(isChoice && { choices: linesOf(choices) }),
      required: isRequired,
    })),
    consent:
      draft.consent === 'off'
        ? null
        : {
            text: draft.consentText,
            ...present({ url: draft.consentUrl }),
            required: draft.consent === 'required',
          },
    ...afterOf(draft),
    remember_days: isRemembered ? 90 : 0,
  };
}

function afterOf({ ending, thanks, endingUrl: url, whatsapp, greeting }: FormDraft): Pick<SourceForm, 'after'> {
  if (ending === 'whatsapp') return { after: { whatsapp, text: greeting } };
  if (ending === 'url') return { after: { url } };
  return thanks.trim() === '' ? {} : { after: { text: thanks } };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const present = <Texts extends Readonly<Record<string, string>>>(texts: Texts): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<Texts>;

/** What the parts of the editor share. */
export interface Editing {
  readonly draft: FormDraft;
  readonly change: (changes: Partial<FormDraft>) => void;
  /** Problem of a field of `form`, such as `questions.0.label`. */
  readonly problemOf: (field: string) => string | undefined;
}
