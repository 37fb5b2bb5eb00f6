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
import { parsePhone, phoneProblem } from '../record/phone';
import { PHONE } from '../intake/submit-lead.dto';

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

export const contactOf = ({ phone, email }: Pick<LookupDto, 'phone' | 'email'>): Contact =>
  phone === undefined ? { emailKey: comparisonKey(email ?? '') } : { phoneKey: parsePhone(phone)?.key ?? '' };
