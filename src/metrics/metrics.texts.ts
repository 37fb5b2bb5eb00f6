import { METRICS_EXAMPLE } from '../contract/document/examples';
import { DEFAULT_METRICS_DAYS, MAX_METRICS_DAYS } from '../contract/limits';
import { METRICS } from '../contract/metrics';
import { one, type RouteTexts, type Rule, textsOf } from '../contract/document/route-text';

/** Rule of every route that counts a period. */
export const PERIOD_RULE: Rule = {
  fields: ['from'],
  rule: `\`from\` is not after \`to\`, and the period has at most ${MAX_METRICS_DAYS} days.`,
};

const route = textsOf('Metrics');

export const METRICS_TEXTS: RouteTexts = {
  'GET /api/v1/metrics': route('Count a period, and the pipeline as it is now', {
    description: `Days of Brasília, both ends included; the last ${DEFAULT_METRICS_DAYS} days without parameters. No personal data.`,
    rules: [PERIOD_RULE],
    answers: [one(200, 'The numbers.', METRICS, METRICS_EXAMPLE)],
    errors: ['not_found'],
  }),
};
