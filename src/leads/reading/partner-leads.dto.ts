import {
  EMAIL,
  isEmailAddress,
  lostPlus,
  Must,
  NullAsAbsent,
  Sometimes,
  Trimmed,
  WithoutInvisible,
  IsString,
  isText,
  Optional,
  SENT_ID,
  InputObject,
} from '../../common/input/fields';
import { comparisonKey } from '../../common/text';
import type { Contact } from '../record/lead.view';
import { parsePhone, type Phone, phoneProblem } from '../record/phone';
import { storedPhone } from '../intake/stored-phone.queries';
import { MAX_TAG } from '../../contract/limits';
import { IsMoment } from '../../common/input/moment.field';
import { PHONE, TAG } from '../intake/lead.dto';
import { PageQuery } from '../../common/input/paging';

const IsGiven = (): PropertyDecorator => Must((value) => value !== '', 'não pode ser vazio');

export class ListLeadsQuery extends PageQuery {
  @Optional() @IsGiven() @IsString({ ...SENT_ID, minLength: 1 }) pipeline_id?: string;
  @Optional() @IsGiven() @IsString({ ...SENT_ID, minLength: 1 }) stage_id?: string;

  @Optional()
  @Must(
    (value) => typeof value === 'string' && isText(value.trim(), MAX_TAG),
    `deve ter de 1 a ${MAX_TAG} caracteres`,
    TAG,
  )
  tag?: string;

  @Optional() @IsMoment() updated_since?: string;
}

const isOneGiven = (body: Readonly<Record<string, unknown>>): boolean =>
  (body.phone === undefined) !== (body.email === undefined);

export const IsSearchedPhone = (): PropertyDecorator =>
  Must(
    (value) => value === undefined || phoneProblem(value) === undefined,
    (value) => (phoneProblem(value) ?? '') + lostPlus(/^ \d/, value),
    PHONE,
  );

export const IsEmail = (): PropertyDecorator => (target, property) => {
  WithoutInvisible()(target, property);
  Must(
    (value) => value === undefined || isEmailAddress(value),
    (value) => 'deve ser um e-mail válido' + lostPlus(/\S \S*@/, value),
    EMAIL,
  )(target, property);
};

@InputObject('LeadLookup', { forms: { LeadLookupByPhone: ['phone'], LeadLookupByEmail: ['email'] } })
export class LookupDto {
  @Must((_, body) => isOneGiven(body), 'informe phone ou email, e só um deles')
  @IsSearchedPhone()
  @NullAsAbsent()
  @Sometimes()
  phone?: string;

  @Must((_, body) => isOneGiven(body), 'informe phone ou email, e só um deles')
  @IsEmail()
  @Trimmed()
  @NullAsAbsent()
  @Sometimes()
  email?: string;
}

/** `read` finds the key under which the account has stored the phone. */
export async function contactOf(
  accountId: string,
  { phone, email }: Pick<LookupDto, 'phone' | 'email'>,
  read: Parameters<typeof storedPhone>[2],
): Promise<Contact> {
  if (phone === undefined) return { emailKey: comparisonKey(email ?? '') };
  return { phoneKey: (await storedPhone(accountId, parsePhone(phone) as Phone, read)).key };
}
