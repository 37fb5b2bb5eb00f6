import { phoneProblem } from '../leads/record/phone';

/** Why a row has no usable phone: what is wrong with the first of the texts. */
export const phoneReason = ([text]: readonly string[]): string =>
  // Points are no fault of a cell.
  phoneProblem(text?.replaceAll('.', ' ')) ?? phoneProblem('') ?? '';
