import type { LeadDetail } from '../../../src/contract/lead';
import type { KnownPerson } from '../../../src/contract/person';
import { ApiFailure, call } from '../../api';
import { spacedPhone } from '../../typed-phone';

/** A text with an @ is an e-mail. */
const isEmail = (contact: string): boolean => contact.includes('@');

/** The leads with a contact. */
export const findLeads = (contact: string) =>
  call<LeadDetail[]>(
    'GET',
    isEmail(contact)
      ? `/leads?email=${encodeURIComponent(contact)}`
      : `/leads?phone=${encodeURIComponent(spacedPhone(contact))}`,
  );

/** What is known about a phone; undefined when nothing is, or when it is no phone. */
export async function findPerson(phone: string): Promise<KnownPerson | undefined> {
  try {
    return (await call<KnownPerson>('POST', '/people/lookup', { phone })).data;
  } catch (error) {
    if (error instanceof ApiFailure && ['not_found', 'validation_error'].includes(error.code)) return undefined;
    throw error;
  }
}
