import {
  CALENDAR_DAYS,
  DEFAULT_ACCOUNT_IDLE_DAYS,
  INVITATION_DAYS,
  LINK_MINUTES,
  MAX_BULK_JOB_LEADS,
  MAX_BULK_LEADS,
  MAX_IMPORT_BYTES,
  MAX_MESSAGE_TEMPLATES,
  MAX_SAVED_VIEWS,
  MAX_SORTED_LEADS,
  NEW_LEAD_DAYS,
  REMEMBERED_DAYS,
  SESSION_HOURS,
  SESSION_IDLE_HOURS,
  UNDO_MINUTES,
} from '../../src/contract/limits';
import { figuresIn, textUnder } from '../support/doc-page';

it.each<[section: string, limits: readonly number[]]>([
  ['Entrar', [LINK_MINUTES, REMEMBERED_DAYS, SESSION_HOURS, SESSION_IDLE_HOURS]],
  ['Hoje', [NEW_LEAD_DAYS, DEFAULT_ACCOUNT_IDLE_DAYS, MAX_MESSAGE_TEMPLATES]],
  ['Leads: a lista', [MAX_SORTED_LEADS, MAX_SAVED_VIEWS, MAX_BULK_LEADS, MAX_BULK_JOB_LEADS, UNDO_MINUTES]],
  ['Agenda', [CALENDAR_DAYS.before, CALENDAR_DAYS.after]],
  ['Equipe', [INVITATION_DAYS]],
  ['Importar', [MAX_IMPORT_BYTES / 1024 / 1024]],
])('docs/pt/console.md gives under “%s” the limits of the service', (section, limits) => {
  expect(figuresIn(textUnder('docs/pt/console.md', section))).toEqual(expect.arrayContaining(limits.map(String)));
});
