import { plainToInstance } from 'class-transformer';
import { readSubmission, type Submission } from '../intake/submission';
import { SubmitLeadDto } from '../intake/submit-lead.dto';
import type { Phone } from '../record/phone';

/**
 * Reads a body that was valid when it was sent, as POST /leads reads it, but does not check it again: rules that came later refuse
 * nothing of it. The phone is the one that was found then.
 */
export const readHeldBody = (sent: object, phone: Phone, siteDomains: readonly string[]): Submission => ({
  ...readSubmission(plainToInstance(SubmitLeadDto, sent), {}, siteDomains),
  phone,
});
