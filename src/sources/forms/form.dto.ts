import {
  InputObject,
  IsList,
  IsOneOf,
  IsText,
  isText,
  IsTrueOrFalse,
  Must,
  Nested,
  NestedList,
  Optional,
  OptionalOrNull,
  ruled,
  Sometimes,
  text,
  Trimmed,
} from '../../common/input/fields';
import { Transform } from 'class-transformer';
import { isCleanText } from '../../common/text';
import {
  MAX_CHOICE,
  MAX_CHOICES,
  MAX_FORM_BUTTON,
  MAX_FORM_QUESTIONS,
  MAX_FORM_TEXT,
  MAX_FORM_TITLE,
  MAX_FORM_URL,
  MAX_QUESTION,
} from '../../contract/limits';
import { FORM_FIELD_MODES, type FormFieldMode, REMEMBER_DAYS, type SourceForm } from '../../contract/source';
import { PHONE } from '../../leads/intake/lead.dto';
import { parsePhone } from '../../leads/record/phone';
import { asksForSecret } from './asks-for-secret';

/** An address that starts with `https://`, and shows where it leads: without a name and a password before the host. */
const isPublicAddress = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > MAX_FORM_URL || !/^https:\/\/[^\s"<>\\^`{|}]+$/i.test(value))
    return false;
  const url = isCleanText(value) && URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && url.hostname.includes('.') && url.username === '' && url.password === '';
};

const ADDRESS_FAULT = `deve ser um endereço que começa com https://, de até ${MAX_FORM_URL} caracteres`;

const ADDRESS = {
  type: 'string',
  ...ruled('An address on a public host, without a user name.'),
  pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]://',
  maxLength: MAX_FORM_URL,
  examples: ['https://clinicasorriso.com.br/privacidade'],
} as const;

@InputObject('FormFieldsInput')
class FormFieldsDto {
  @Optional() @IsOneOf(FORM_FIELD_MODES) name?: FormFieldMode;
  @Optional() @IsOneOf(FORM_FIELD_MODES) email?: FormFieldMode;
  @Optional() @IsOneOf(FORM_FIELD_MODES) message?: FormFieldMode;
}

@InputObject('FormQuestionInput')
class FormQuestionDto {
  @Trimmed()
  @Must(
    (label) => typeof label !== 'string' || !asksForSecret(label),
    'não pode pedir senha, código de segurança nem dados de cartão',
    ruled('It asks for no password, security code or data of a card.'),
  )
  @IsText({ max: MAX_QUESTION })
  label!: string;

  /** Without any, the answer is a text. */
  @Optional()
  @Trimmed()
  @IsList({
    max: MAX_CHOICES,
    item: {
      isValid: (choice) => isText(choice, MAX_CHOICE),
      message: `deve ser um texto de 1 a ${MAX_CHOICE} caracteres`,
      itemSchema: text(MAX_CHOICE),
    },
  })
  choices?: string[];

  @IsTrueOrFalse() required!: boolean;
}

@InputObject('FormConsentInput')
class FormConsentDto {
  @Trimmed() @IsText({ max: MAX_FORM_TEXT }) text!: string;
  @Optional() @Trimmed() @Must(isPublicAddress, ADDRESS_FAULT, ADDRESS) url?: string;
  @IsTrueOrFalse() required!: boolean;
}

/** Digits with country code, from any spelling; those of another country need no `+`, because they are shown without it. */
const whatsAppDigits = (value: unknown): unknown =>
  typeof value === 'string' ? ((parsePhone(value) ?? parsePhone(`+${value}`))?.digits ?? value) : value;

@InputObject('FormEndInput', {
  forms: { FormEndText: ['text'], FormEndLink: ['url'], FormEndWhatsApp: ['whatsapp', 'text'] },
})
class FormEndDto {
  @Trimmed()
  @Must(
    (value, { url, whatsapp }) => value !== undefined || url !== undefined || whatsapp !== undefined,
    'falta dizer o que vem depois: text, url, ou whatsapp com text',
  )
  @Must(
    (value, { whatsapp }) => (value === undefined ? whatsapp === undefined : isText(value, MAX_FORM_TEXT, true)),
    `deve ser um texto de 1 a ${MAX_FORM_TEXT} caracteres, sem caracteres de controle`,
    text(MAX_FORM_TEXT, true),
  )
  @Sometimes()
  text?: string;

  @Trimmed()
  @Must(
    (value, { text: sentence, whatsapp }) => value === undefined || (sentence === undefined && whatsapp === undefined),
    'só vale sozinho, sem text e sem whatsapp',
  )
  @Must((value) => value === undefined || isPublicAddress(value), ADDRESS_FAULT, ADDRESS)
  @Sometimes()
  url?: string;

  @Transform(({ value }) => whatsAppDigits(value))
  @Must(
    (value) => value === undefined || (typeof value === 'string' && parsePhone(`+${value}`) !== undefined),
    'deve ser um telefone com DDD, como (11) 98765-4321; se for de outro país, com + e o código do país',
    PHONE,
  )
  @Sometimes()
  whatsapp?: string;
}

/** The `form` of a source. It replaces the one before as a whole; each part may be absent. */
@InputObject('SourceFormInput')
export class SourceFormDto {
  @Optional() @Trimmed() @IsText({ max: MAX_FORM_TITLE }) title?: string;
  @Optional() @Trimmed() @IsText({ max: MAX_FORM_TEXT, lineBreaks: true }) text?: string;
  @Optional() @Trimmed() @IsText({ max: MAX_FORM_BUTTON }) button?: string;

  @Optional()
  @Must((value) => typeof value === 'string' && COLOR.test(value), 'deve ser uma cor como #0b6e69', {
    type: 'string',
    pattern: '^#[0-9A-Fa-f]{6}$',
  })
  color?: string;

  @Optional() @Nested(() => FormFieldsDto) fields?: FormFieldsDto;
  @Optional() @NestedList(() => FormQuestionDto, { max: MAX_FORM_QUESTIONS }) questions?: FormQuestionDto[];
  @OptionalOrNull() @Nested(() => FormConsentDto) consent?: FormConsentDto | null;
  @Optional() @Nested(() => FormEndDto) after?: FormEndDto & NonNullable<SourceForm['after']>;

  @Optional()
  @Must((value) => REMEMBER_DAYS.some((days) => days === value), `deve ser ${REMEMBER_DAYS.join(' ou ')}`, {
    type: 'integer',
    enum: REMEMBER_DAYS,
  })
  remember_days?: (typeof REMEMBER_DAYS)[number];
}

const COLOR = /^#[\da-f]{6}$/i;
