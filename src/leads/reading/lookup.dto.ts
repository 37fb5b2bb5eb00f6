import {
  EMAIL,
  isEmailAddress,
  lostPlus,
  Must,
  NullAsAbsent,
  Sometimes,
  Trimmed,
  WithoutInvisible,
} from '../../common/input/fields';
import { InputObject } from '../../common/input/input';
import { comparisonKey } from '../../common/text';
import type { Contact } from '../record/lead.view';
import { parsePhone, type Phone, phoneProblem } from '../record/phone';
import { knownPhone } from '../intake/known-phone';
import { PHONE } from '../intake/lead.dto';

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
  read: Parameters<typeof knownPhone>[2],
): Promise<Contact> {
  if (phone === undefined) return { emailKey: comparisonKey(email ?? '') };
  return { phoneKey: (await knownPhone(accountId, parsePhone(phone) as Phone, read)).key };
}
