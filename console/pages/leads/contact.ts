import type { LeadDetail } from '../../../src/contract/lead';
import { LEAD_TEXTS, type LeadText, TEXTS_BESIDE_NAME } from '../../../src/contract/lead-fields';
import type { KnownPerson } from '../../../src/contract/person';
import { ApiFailure, call } from '../../api';
import { phoneText } from '../../format';
import { spacedPhone } from '../../typed-phone';

const isEmail = (contact: string): boolean => contact.includes('@');

/** Contacts of a lead for a line that has its name. */
export const contactsOf = (lead: Pick<LeadDetail, 'phone' | LeadText>): string[] =>
  [phoneText(lead.phone), ...TEXTS_BESIDE_NAME.map((text) => lead[text])].filter((part) => part !== null);

/** Address of the chat with a phone, where `text` waits to be sent. */
export const whatsAppOf = (phone: string, text = ''): string =>
  `https://wa.me/${phone}${text && `?text=${encodeURIComponent(text)}`}`;

export function inputOfContact(text: LeadText) {
  const { word: label, ...more } = LEAD_TEXTS[text];
  return more.isEmail ? ({ label, type: 'email' } as const) : { label };
}

export const fetchLeads = (contact: string) =>
  call<LeadDetail[]>(
    'GET',
    isEmail(contact)
      ? `/leads?email=${encodeURIComponent(contact)}`
      : `/leads?phone=${encodeURIComponent(spacedPhone(contact))}`,
  );

/** Known data of a phone; undefined without any, or for a text that is not a phone. */
export async function fetchPerson(phone: string): Promise<KnownPerson | undefined> {
  try {
    return (await call<KnownPerson>('POST', '/people/lookup', { phone })).data;
  } catch (error) {
    if (error instanceof ApiFailure && ['not_found', 'validation_error'].includes(error.code)) return undefined;
    throw error;
  }
}
