import { appForAllTests } from '../support/app';
import { isLong } from '../support/long';
import { phones } from '../support/phones';
import { crowd } from '../support/race';
import { LEDGER, sendAgain, SINCE } from '../support/replay-scenarios';

/**
 * Outcomes of the second send of a request. The first columns are the record of the first send and the event in between. The third
 * is the answer for a key with leads:read, with the deal's stage. The last is the new ledger entry for a key without leads:read.
 */
const EXPECTED = `
  created                         | nothing                         | replay, Novo            | nothing
  created                         | its deal moved                  | replay, Agendado        | nothing
  created                         | its deal was won                | replay, Ganho           | nothing
  created                         | its stage became won            | replay, Em contato      | won_requires_closing
  created                         | its stage was deleted           | replay, Agendado        | validation_error
  created                         | the entry stage went            | replay, Novo            | pipeline_not_configured
  created                         | another pipeline is the default | replay, Novo            | nothing
  created                         | its lead was merged             | replay, Novo            | nothing
  created                         | its person was erased           | created, Novo           | created
  created                         | its keys were revoked           | replay, Novo            | nothing
  updated                         | nothing                         | replay, Novo            | nothing
  updated                         | its deal moved                  | replay, Agendado        | nothing
  updated                         | its deal was won                | replay, Ganho           | nothing
  updated                         | its stage became won            | replay, Novo            | won_requires_closing
  updated                         | its stage was deleted           | replay, Agendado        | validation_error
  updated                         | the entry stage went            | replay, Novo            | pipeline_not_configured
  updated                         | another pipeline is the default | replay, Novo            | nothing
  updated                         | its lead was merged             | replay, Novo            | nothing
  updated                         | its person was erased           | created, Novo           | created
  updated                         | its keys were revoked           | replay, Novo            | nothing
  imported                        | nothing                         | updated, Novo           | updated
  imported                        | its deal moved                  | updated, Agendado       | updated
  imported                        | its deal was won                | updated, Ganho          | updated
  imported                        | its stage became won            | won_requires_closing    | won_requires_closing
  imported                        | its stage was deleted           | validation_error        | validation_error
  imported                        | the entry stage went            | updated, Novo           | pipeline_not_configured
  imported                        | another pipeline is the default | updated, Outra entrada  | updated
  imported                        | its lead was merged             | updated, Novo           | updated
  imported                        | its person was erased           | created, Novo           | created
  imported                        | its keys were revoked           | updated, Novo           | updated
  ambiguous                       | nothing                         | ambiguous_lead          | nothing
  ambiguous                       | its deal moved                  | ambiguous_lead          | nothing
  ambiguous                       | its deal was won                | ambiguous_lead          | nothing
  ambiguous                       | its stage became won            | ambiguous_lead          | won_requires_closing
  ambiguous                       | its stage was deleted           | ambiguous_lead          | validation_error
  ambiguous                       | the entry stage went            | ambiguous_lead          | pipeline_not_configured
  ambiguous                       | another pipeline is the default | ambiguous_lead          | nothing
  ambiguous                       | its lead was merged             | replay, Novo            | nothing
  ambiguous                       | its person was erased           | created, Novo           | created
  ambiguous                       | its keys were revoked           | ambiguous_lead          | nothing
  ambiguous, applied              | nothing                         | replay, Novo            | nothing
  ambiguous, applied              | its deal moved                  | replay, Agendado        | nothing
  ambiguous, applied              | its deal was won                | replay, Ganho           | nothing
  ambiguous, applied              | its stage became won            | replay, Novo            | won_requires_closing
  ambiguous, applied              | its stage was deleted           | replay, Agendado        | validation_error
  ambiguous, applied              | the entry stage went            | replay, Novo            | pipeline_not_configured
  ambiguous, applied              | another pipeline is the default | replay, Novo            | nothing
  ambiguous, applied              | its lead was merged             | replay, Novo            | nothing
  ambiguous, applied              | its person was erased           | created, Novo           | created
  ambiguous, applied              | its keys were revoked           | replay, Novo            | nothing
  ambiguous, dismissed            | nothing                         | ambiguous_lead          | held
  ambiguous, dismissed            | its deal moved                  | ambiguous_lead          | held
  ambiguous, dismissed            | its deal was won                | ambiguous_lead          | held
  ambiguous, dismissed            | its stage became won            | won_requires_closing    | won_requires_closing
  ambiguous, dismissed            | its stage was deleted           | validation_error        | validation_error
  ambiguous, dismissed            | the entry stage went            | pipeline_not_configured | pipeline_not_configured
  ambiguous, dismissed            | another pipeline is the default | ambiguous_lead          | held
  ambiguous, dismissed            | its lead was merged             | updated, Novo           | updated
  ambiguous, dismissed            | its person was erased           | created, Novo           | created
  ambiguous, dismissed            | its keys were revoked           | ambiguous_lead          | held
  conflict                        | nothing                         | external_id_conflict    | nothing
  conflict                        | its deal moved                  | external_id_conflict    | nothing
  conflict                        | its deal was won                | external_id_conflict    | nothing
  conflict                        | its stage became won            | external_id_conflict    | won_requires_closing
  conflict                        | its stage was deleted           | external_id_conflict    | validation_error
  conflict                        | the entry stage went            | external_id_conflict    | pipeline_not_configured
  conflict                        | another pipeline is the default | external_id_conflict    | nothing
  conflict                        | its lead was merged             | external_id_conflict    | nothing
  conflict                        | its person was erased           | external_id_conflict    | held
  conflict                        | its keys were revoked           | external_id_conflict    | nothing
  conflict, applied               | nothing                         | external_id_conflict    | nothing
  conflict, applied               | its deal moved                  | external_id_conflict    | nothing
  conflict, applied               | its deal was won                | external_id_conflict    | nothing
  conflict, applied               | its stage became won            | external_id_conflict    | won_requires_closing
  conflict, applied               | its stage was deleted           | external_id_conflict    | validation_error
  conflict, applied               | the entry stage went            | external_id_conflict    | pipeline_not_configured
  conflict, applied               | another pipeline is the default | external_id_conflict    | nothing
  conflict, applied               | its lead was merged             | external_id_conflict    | nothing
  conflict, applied               | its person was erased           | external_id_conflict    | held
  conflict, applied               | its keys were revoked           | external_id_conflict    | nothing
  conflict, applied as a new lead | nothing                         | external_id_conflict    | nothing
  conflict, applied as a new lead | its deal moved                  | external_id_conflict    | nothing
  conflict, applied as a new lead | its deal was won                | external_id_conflict    | nothing
  conflict, applied as a new lead | its stage became won            | external_id_conflict    | won_requires_closing
  conflict, applied as a new lead | its stage was deleted           | external_id_conflict    | validation_error
  conflict, applied as a new lead | the entry stage went            | external_id_conflict    | pipeline_not_configured
  conflict, applied as a new lead | another pipeline is the default | external_id_conflict    | nothing
  conflict, applied as a new lead | its lead was merged             | external_id_conflict    | nothing
  conflict, applied as a new lead | its person was erased           | external_id_conflict    | held
  conflict, applied as a new lead | its keys were revoked           | external_id_conflict    | nothing
  conflict, dismissed             | nothing                         | external_id_conflict    | held
  conflict, dismissed             | its deal moved                  | external_id_conflict    | held
  conflict, dismissed             | its deal was won                | external_id_conflict    | held
  conflict, dismissed             | its stage became won            | external_id_conflict    | won_requires_closing
  conflict, dismissed             | its stage was deleted           | external_id_conflict    | validation_error
  conflict, dismissed             | the entry stage went            | external_id_conflict    | pipeline_not_configured
  conflict, dismissed             | another pipeline is the default | external_id_conflict    | held
  conflict, dismissed             | its lead was merged             | external_id_conflict    | held
  conflict, dismissed             | its person was erased           | external_id_conflict    | held
  conflict, dismissed             | its keys were revoked           | external_id_conflict    | held
  note held                       | nothing                         | replay, Novo            | nothing
  note held                       | its deal moved                  | replay, Agendado        | nothing
  note held                       | its deal was won                | replay, Ganho           | nothing
  note held                       | its stage became won            | replay, Novo            | won_requires_closing
  note held                       | its stage was deleted           | replay, Agendado        | validation_error
  note held                       | the entry stage went            | replay, Novo            | pipeline_not_configured
  note held                       | another pipeline is the default | replay, Novo            | nothing
  note held                       | its lead was merged             | replay, Novo            | nothing
  note held                       | its person was erased           | created, Novo           | created
  note held                       | its keys were revoked           | replay, Novo            | nothing
  note held, applied              | nothing                         | replay, Novo            | nothing
  note held, applied              | its deal moved                  | replay, Agendado        | nothing
  note held, applied              | its deal was won                | replay, Ganho           | nothing
  note held, applied              | its stage became won            | replay, Novo            | won_requires_closing
  note held, applied              | its stage was deleted           | replay, Agendado        | validation_error
  note held, applied              | the entry stage went            | replay, Novo            | pipeline_not_configured
  note held, applied              | another pipeline is the default | replay, Novo            | nothing
  note held, applied              | its lead was merged             | replay, Novo            | nothing
  note held, applied              | its person was erased           | created, Novo           | created
  note held, applied              | its keys were revoked           | replay, Novo            | nothing
`;

interface Case {
  readonly ledger: string;
  readonly since: string;
  /** Whether the key that sends again has leads:read. */
  readonly reads: boolean;
  readonly wanted: string;
}

const lines = EXPECTED.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string, string, string]);

const cases: Case[] = lines.flatMap(([ledger, since, shown, added]) => [
  { ledger, since, reads: true, wanted: shown },
  { ledger, since, reads: false, wanted: added },
]);

const happenings = Object.keys(SINCE).length;

/** The short run tries every fifth case, another one in each record: each event with both keys. */
const tried = cases.filter((_, index) => isLong || (index + Math.floor(index / (2 * happenings))) % 5 === 0);

const test = appForAllTests();
let answers: string[];

beforeAll(async () => {
  const nextPhone = phones();
  answers = await crowd(tried.length, (index) =>
    sendAgain(test, [nextPhone.mobile(), nextPhone.mobile()], tried[index] as Case),
  );
});

it('has a line for every pair', () => {
  const pairs = Object.keys(LEDGER).flatMap((ledger) => Object.keys(SINCE).map((since) => `${ledger} | ${since}`));
  expect(lines.map(([ledger, since]) => `${ledger} | ${since}`)).toEqual(pairs);
});

it.each(tried)('$ledger, and then $since, with leads:read $reads: $wanted', (one) => {
  expect(answers[tried.indexOf(one)]).toBe(one.wanted);
});
