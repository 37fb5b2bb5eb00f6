import type { PlantedFault } from './planted-fault';

const SOURCES = 'test/owner/sources.e2e-spec.ts';
const DAY = 'test/owner/source-day.e2e-spec.ts';
const FORMS = 'test/owner/forms.e2e-spec.ts';
const READING = 'src/sources/reading/read-person.spec.ts';

/** Faults against docs/sources.md. */
export const OF_SOURCES: readonly PlantedFault[] = [
  // What becomes of a delivery
  {
    promise: 'Sources, the same again: it makes nothing twice',
    file: 'src/sources/receive.service.ts',
    find: '    if (found) throw new AlreadyThere(found.leadId);\n',
    replace: '',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, the same again: an id with other values is a new contact',
    file: 'src/sources/webhook.service.ts',
    find: '[identityOf(target, `${toolId}\\n${comparedValues(read.fields)}`)]',
    replace: '[identityOf(target, toolId)]',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, the same again: ids are those of one source',
    file: 'src/sources/webhook.service.ts',
    find: 'secretHash(`${source.id}\\n${text}`)',
    replace: 'secretHash(`${source.kind}\\n${text}`)',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, the same again: a list that the end of the day cut comes again after midnight',
    file: 'src/sources/webhook.service.ts',
    find: 'const wasCut = people.length > 1 &&',
    replace: 'const wasCut = people.length > 100 &&',
    caughtBy: DAY,
  },
  {
    promise: 'Sources, the person: different numbers in different groups are two people’s',
    file: 'src/sources/reading/person-group.ts',
    find: 'keysOf.get(holder)?.size === all',
    replace: '(keysOf.get(holder)?.size ?? 0) <= all',
    caughtBy: READING,
  },
  {
    promise: 'Sources, the person: never what stands beside the phone',
    file: 'src/sources/reading/person-fields.ts',
    find: '([...own, ...around].map((holder)',
    replace: '([...own, ...around, ...fields.map(({ field }) => field.holder)].map((holder)',
    caughtBy: READING,
  },
  {
    promise: 'Sources, the person: the phone of a company or a seller is not theirs',
    file: 'src/sources/reading/person-group.ts',
    find: '.filter((holder) => !isOfOthers(holder))',
    replace: '',
    caughtBy: READING,
  },
  {
    promise: 'Sources, fields: the mapping of the owner wins',
    file: 'src/sources/reading/read-person.ts',
    find: "if (mapping.some(({ field }) => field === 'phone')) {",
    replace: "if (mapping.some(({ field }) => field === 'tags')) {",
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, notes: what does not fit is left out and said so',
    file: 'src/sources/reading/answers.ts',
    find: 'if (kept !== line) leftOut.push({ path: field.path, reason: FULL });',
    replace: '',
    caughtBy: READING,
  },
  {
    promise: 'Sources: a test makes no lead',
    file: 'src/sources/receive.service.ts',
    find: "if (arrival.isTest) return await this.store(target, arrival, read, { result: 'test' });\n",
    replace: '',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources: what comes while the licence is off is held',
    file: 'src/sources/receive.service.ts',
    find: "licenceActive && comercialEnabled ? null : 'plan_inactive'",
    replace: 'licenceActive || comercialEnabled || !licenceActive ? null : null',
    caughtBy: SOURCES,
  },
  // Addresses and limits
  {
    promise: 'Sources, addresses: a former one ends',
    file: 'src/sources/receive.service.ts',
    find: 'return found.isEnded || !source.active',
    replace: 'return !source.active',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, addresses: one of a source that is switched off answers 410',
    file: 'src/sources/receive.service.ts',
    find: '|| !source.active || source.deletedAt',
    replace: '|| source.deletedAt',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, addresses: the key of Google Ads is compared',
    file: 'src/sources/webhook.service.ts',
    find: 'if (source.googleKey === null) return true;',
    replace: 'if (source.googleKey === null || key !== undefined) return true;',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, limits: a fifth of the day is for keys',
    file: 'src/sources/receive.service.ts',
    find: '* SOURCES_PERCENT_OF_DAY) / 100',
    replace: '* 100) / 100',
    caughtBy: DAY,
  },
  {
    promise: 'Sources, limits: at most twenty active ones, also when they are made at once',
    file: 'src/sources/sources.service.ts',
    find: '      await tx.send(lockAccount(accountId));\n',
    replace: '',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, held deliveries: reading one again reads the others of its source',
    file: 'src/sources/deliveries.service.ts',
    find: '      await this.database.write(rereadHeld(accountId, delivery.sourceId));\n',
    replace: '',
    caughtBy: SOURCES,
  },
  {
    promise: 'Sources, held deliveries: one is applied once, however often it is read again at once',
    file: 'src/sources/receive.service.ts',
    find: "    if (delivery?.result !== 'held' && delivery?.result !== 'spam') throw new AlreadyThere(null);\n",
    replace: '',
    caughtBy: SOURCES,
  },
  // The form
  {
    promise: 'Sources, the form: a token that is missing or forged is spam',
    file: 'src/sources/forms/forms.service.ts',
    find: 'const isSpam = state === undefined || submission.isTrapped;',
    replace: 'const isSpam = submission.isTrapped;',
    caughtBy: FORMS,
  },
  {
    promise: 'Sources, the form: a trap that was filled is spam',
    file: 'src/sources/forms/forms.service.ts',
    find: 'const isSpam = state === undefined || submission.isTrapped;',
    replace: 'const isSpam = state === undefined;',
    caughtBy: FORMS,
  },
  {
    promise: 'Sources, the form: the page has no origin',
    file: 'src/sources/forms/page.ts',
    find: 'sandbox allow-forms allow-scripts',
    replace: 'sandbox allow-same-origin allow-forms allow-scripts',
    caughtBy: FORMS,
  },
  {
    promise: 'Sources, the form: only the account’s sites may frame it',
    file: 'src/sources/forms/page.ts',
    find: "sites.length > 0 ? [\"'self'\", ...sites].join(' ') : '*'",
    replace: "'*'",
    caughtBy: FORMS,
  },
  {
    promise: 'Sources, the form: a person agrees to the sentence that was shown',
    file: 'src/sources/forms/form-token.ts',
    find: ' || version !== versionOf(shown)',
    replace: '',
    caughtBy: FORMS,
  },
  {
    promise: 'Sources, the form: texts of the owner are texts',
    file: 'src/sources/forms/form-page.ts',
    find: '`<h1>${escaped(title)}</h1>`,\n',
    replace: '`<h1>${title}</h1>`,\n',
    caughtBy: 'src/sources/forms/form-page.spec.ts',
  },
  // Personal data
  {
    promise: 'Sources, personal data: a person is found in what waits',
    file: 'src/sources/receive.service.ts',
    find: 'digits: waits ? digitsIn(fields, contentType, body) : null,',
    replace: 'digits: null,',
    caughtBy: 'test/owner/deliveries-of-person.e2e-spec.ts',
  },
  {
    promise: 'Sources, personal data: keys and tokens of a body are not kept',
    file: 'src/sources/webhook.service.ts',
    find: 'JSON.stringify(withoutSecrets(person.kept))',
    replace: 'JSON.stringify(person.kept)',
    caughtBy: SOURCES,
  },
];
