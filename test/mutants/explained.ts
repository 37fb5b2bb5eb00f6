import type { Explained } from './verdict';

/** Mutants that do the same as the code, so that no test can fail for them. */
export const EXPLAINED: readonly Explained[] = [
  {
    file: 'src/common/moment.ts',
    line: "const milliseconds = fraction.slice(0, 3).padEnd(3, '0');",
    mutant: 'fraction.slice(0, 3) → fraction',
    reason:
      'V8 reads more than three digits and cuts them off; ECMAScript does not promise it, so the code does not ask for it.',
  },
  {
    file: 'src/common/moment.ts',
    line: "if (!/^\\d{4}-\\d\\d-\\d\\d$/.test(text) || text.startsWith('0000')) return false;",
    mutant: '/^\\d{4}-\\d\\d-\\d\\d$/ → /^\\d{4}-\\d\\d-\\d\\d/',
    reason:
      'With anything after the day the text and its midnight are no date to V8, so the check after it refuses it.',
  },
  {
    file: 'src/common/rate-limit/client-address.ts',
    line: "export function clientAddress({ ip = '', socket }: Request): string {",
    mutant: '\'\' → "Stryker was here!"',
    reason: 'No text that is no address is believed, whichever it is.',
  },
  {
    file: 'src/common/rate-limit/sliding-window.ts',
    line: 'if (++this.hits % SWEEP_EVERY === 0) this.sweep(now);',
    mutant: '++this.hits → --this.hits',
    reason: 'Counted downwards every 10,000th call is the 10,000th as well.',
  },
  {
    file: 'src/leads/deals/deal-target.ts',
    line: 'pipelinesOfLead: readonly string[] = [],',
    mutant: '[] → ["Stryker was here"]',
    reason: 'No pipeline has that id.',
  },
  {
    file: 'src/leads/people/lead-merge.ts',
    line: 'const isOlder = (lead: LeadOfPerson, other: LeadOfPerson): boolean => placeOf(lead) < placeOf(other);',
    mutant: 'placeOf(lead) < placeOf(other) → placeOf(lead) <= placeOf(other)',
    reason: 'Two leads have two ids, so no two places are the same.',
  },
];
