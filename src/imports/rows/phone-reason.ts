import { phoneProblem } from '../../leads/record/phone';

export const phoneReason = ([text]: readonly string[]): string =>
  // Points are allowed in a cell.
  phoneProblem(text?.replaceAll('.', ' ')) ?? phoneProblem('') ?? '';
