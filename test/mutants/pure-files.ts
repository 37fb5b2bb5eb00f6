/**
 * The files whose rules are tested by mutation: pure files that have a spec. `pure-files.spec.ts` fails when one of them
 * is missing here.
 */
export const PURE_FILES: readonly string[] = [
  'src/admin/events/pending-changes.ts',
  'src/admin/timeline-notes.ts',
  'src/auth/account-token.ts',
  'src/auth/api-key.ts',
  'src/auth/sign-in-token.ts',
  'src/command-settings.ts',
  'src/common/base62.ts',
  'src/common/bearer.ts',
  'src/common/csv-line.ts',
  'src/common/cursor.ts',
  'src/common/in-slices.ts',
  'src/common/json-body.ts',
  'src/common/moment.ts',
  'src/common/rate-limit/client-address.ts',
  'src/common/rate-limit/memory-storage.ts',
  'src/common/rate-limit/sliding-window.ts',
  'src/common/repeats.ts',
  'src/common/text.ts',
  'src/config.ts',
  'src/contract/note-entry.ts',
  'src/contract/shape.ts',
  'src/database/cluster-refusal.ts',
  'src/database/connection-refusal.ts',
  'src/database/errors.ts',
  'src/database/insert-each.ts',
  'src/database/read-together.ts',
  'src/imports/cells.ts',
  'src/imports/csv-file.ts',
  'src/imports/deal-names.ts',
  'src/imports/header-names.ts',
  'src/imports/import-columns.ts',
  'src/imports/origin-words.ts',
  'src/imports/plain-text.ts',
  'src/imports/refused-file.ts',
  'src/imports/row-chains.ts',
  'src/imports/shown-text.ts',
  'src/leads/deals/deal-move.ts',
  'src/leads/deals/deal-target.ts',
  'src/leads/intake/fill-lead.ts',
  'src/leads/intake/lead-change.ts',
  'src/leads/intake/submission.ts',
  'src/leads/people/lead-merge.ts',
  'src/leads/record/attribution.ts',
  'src/leads/record/notes.ts',
  'src/leads/record/origin.ts',
  'src/leads/record/phone.ts',
  'src/leads/record/referrer-hosts.ts',
  'src/leads/record/tag-name.ts',
  'src/metrics/period.ts',
  'src/notices/mail-of.ts',
  'src/notices/mail-text.ts',
  'src/notices/masked-address.ts',
  'src/pipelines/pipeline-rules.ts',
  'src/settings-reader.ts',
  'src/smtp-url.ts',
];

/** The reader of settings is tested through the settings that it reads. */
const FURTHER_SPECS: Readonly<Record<string, readonly string[]>> = {
  'src/settings-reader.ts': ['src/config.spec.ts', 'src/command-settings.spec.ts'],
};

/** The specs of a pure file: its own, and those that test it through another file. */
export const specsOf = (file: string): string[] => [file.replace(/\.ts$/, '.spec.ts'), ...(FURTHER_SPECS[file] ?? [])];
