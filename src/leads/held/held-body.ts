import { plainToInstance } from 'class-transformer';
import { readSubmission, type Submission } from '../intake/submission';
import { SubmitLeadDto } from '../intake/submit-lead.dto';
import type { Phone } from '../record/phone';

/** Reads a stored body as POST /leads does, with the phone found then. It was valid when sent; later rules do not apply. */
export const readHeldBody = (sent: object, phone: Phone, siteDomains: readonly string[]): Submission => ({
  ...readSubmission(plainToInstance(SubmitLeadDto, sent), {}, siteDomains),
  phone,
});
