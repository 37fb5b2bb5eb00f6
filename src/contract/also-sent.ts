import { MONEY, named, object, type Of, optional, TEXT, described } from './document/shape';
import { eachText } from './lead-fields';

export const ALSO_SENT = named(
  'AlsoSent',
  described(
    object({
      ...eachText(() => optional(TEXT)),
      utm_campaign: optional(TEXT),
      utm_source: optional(TEXT),
      utm_medium: optional(TEXT),
      value: optional(described(MONEY, 'For a deal that the lead already had.')),
    }),
    'What a submission had and its lead did not take, because it had another value. Null when the lead has all of it.',
  ),
);
export type AlsoSent = Of<typeof ALSO_SENT>;
