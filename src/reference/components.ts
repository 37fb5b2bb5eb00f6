import { ACCOUNT, ACCOUNT_WITH_SETTINGS, OWN_ACCOUNT } from '../contract/account';
import { APPOINTMENT } from '../contract/appointment';
import { AUDIT_ENTRY } from '../contract/audit';
import { AUTOMATION } from '../contract/automation';
import { BOARD_SHAPES } from '../contract/board';
import { CONVERSATION } from '../contract/conversation';
import { DEAL } from '../contract/deal';
import { HEALTH } from '../contract/health';
import { HELD_SUBMISSION } from '../contract/held-submission';
import { IMPORT, IMPORT_PREVIEW, IMPORT_REPORT, REPORTED_ROW } from '../contract/import';
import type { Schema } from '../contract/json-schema';
import { API_KEY, KEY_REFUSAL, NEW_API_KEY } from '../contract/key';
import { BULK_RESULT, DUPLICATE_GROUP, LEAD, LEAD_DETAIL, LEAD_RECORD, TOMBSTONE } from '../contract/lead';
import { OUTBOX_MAIL } from '../contract/mail';
import { METRICS } from '../contract/metrics';
import { METRICS_BREAKDOWN } from '../contract/metrics-breakdown';
import { NOTIFICATION } from '../contract/notification';
import { KNOWN_PERSON, PERSON } from '../contract/person';
import { OWNER_PIPELINE, OWNER_STAGE, PIPELINE, STAGE } from '../contract/pipeline';
import { LINK_LOOK, SESSION } from '../contract/session';
import type { NamedShape } from '../contract/shape';
import { WARNING } from '../contract/submission';
import { TIMELINE_ENTRY } from '../contract/timeline';
import { SubmitLeadDto } from '../leads/intake/submit-lead.dto';
import { bodySchema } from './dto-schema';

const PARTNER = [DEAL, LEAD, TOMBSTONE, PIPELINE, STAGE, METRICS, WARNING];
const OWNER = [
  ACCOUNT,
  API_KEY,
  NEW_API_KEY,
  KEY_REFUSAL,
  SESSION,
  ACCOUNT_WITH_SETTINGS,
  OWN_ACCOUNT,
  LINK_LOOK,
  NOTIFICATION,
];
const PIPELINES = [OWNER_PIPELINE, OWNER_STAGE, AUTOMATION, ...BOARD_SHAPES];
const OPERATOR = [CONVERSATION, APPOINTMENT, OUTBOX_MAIL, HEALTH];
const PEOPLE = [TIMELINE_ENTRY, BULK_RESULT, LEAD_RECORD, LEAD_DETAIL, DUPLICATE_GROUP, HELD_SUBMISSION];

const definitions = (shapes: readonly NamedShape<unknown>[]): Record<string, Schema> =>
  Object.fromEntries(shapes.map(({ name, definition }) => [name, definition]));

/** The shapes of answers that have a name. The body of POST /leads is described by the class that validates it. */
export const SHAPES: Readonly<Record<string, Schema>> = {
  ...definitions([...PARTNER, ...OWNER, ...PIPELINES, ...OPERATOR, ...PEOPLE]),
  Submission: bodySchema(SubmitLeadDto),
  ...definitions([
    METRICS_BREAKDOWN,
    KNOWN_PERSON,
    PERSON,
    IMPORT,
    IMPORT_REPORT,
    IMPORT_PREVIEW,
    REPORTED_ROW,
    AUDIT_ENTRY,
  ]),
};
