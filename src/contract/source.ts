import { CUT } from './day/activity';
import { IMPORT_COLUMNS } from './import-columns';
import { ORIGINS } from './origin';
import {
  COUNT,
  described,
  FLAG,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  only,
  type Shape,
  shape,
  TEXT,
} from './document/shape';

export const SOURCE_KINDS = ['webhook', 'form'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A source by its name, which a deleted one keeps. */
export const SOURCE_NAME = object({ id: ID, name: TEXT });
export type SourceName = Of<typeof SOURCE_NAME>;

/** How a field of a form is asked for. */
export const FORM_FIELD_MODES = ['off', 'optional', 'required'] as const;
export type FormFieldMode = (typeof FORM_FIELD_MODES)[number];

/** Inputs of a form besides the phone, which is always asked for. */
export const FORM_FIELDS = ['name', 'email', 'message'] as const;
export type FormField = (typeof FORM_FIELDS)[number];

export const REMEMBER_DAYS = [0, 90] as const;

const MODE = oneOf(FORM_FIELD_MODES);

const QUESTION = object({
  label: TEXT,
  choices: optional(described(listOf(TEXT), 'Without them the answer is a text.')),
  required: FLAG,
});

const AFTERWARDS = shape<
  { readonly text: string } | { readonly url: string } | { readonly whatsapp: string; readonly text: string }
>({
  anyOf: [
    object({ text: TEXT }).schema,
    object({ url: TEXT }).schema,
    object({ whatsapp: described(TEXT, 'Digits with country code.'), text: TEXT }).schema,
  ],
});

/** A form's page. What is left out has the texts of the service, and is not asked for. */
export const SOURCE_FORM = named(
  'SourceForm',
  object({
    title: optional(TEXT),
    text: optional(TEXT),
    button: optional(TEXT),
    color: optional(described(TEXT, 'Of the button, as `#rrggbb`.')),
    fields: optional(object({ name: optional(MODE), email: optional(MODE), message: optional(MODE) })),
    questions: optional(listOf(QUESTION)),
    consent: optional(
      orNull(
        object({
          text: TEXT,
          url: optional(described(TEXT, 'The owner’s privacy page.')),
          required: FLAG,
        }),
      ),
    ),
    after: optional(described(AFTERWARDS, 'A sentence, a button to an address, or one to WhatsApp.')),
    remember_days: optional(
      described(
        shape<(typeof REMEMBER_DAYS)[number]>({ type: 'integer', enum: REMEMBER_DAYS }),
        'Days for which the script keeps the first contact in the browser; 0 keeps it for the session.',
      ),
    ),
  }),
);
export type SourceForm = Of<typeof SOURCE_FORM>;

/** What a form says where its owner has no text. */
export const FORM_TEXTS = {
  title: 'Fale com a gente',
  button: 'Enviar',
  after: 'Obrigado! Em breve falamos com você.',
} as const;

/** The owner's answer for a field of the deliveries of a source; it wins over what is recognised. */
const MAPPED_FIELD = object({
  path: described(TEXT, 'As deliveries show it.'),
  field: described(orNull(oneOf(IMPORT_COLUMNS)), 'Null: the field is not read.'),
});
export type MappedField = Of<typeof MAPPED_FIELD>;

/** Values for each lead of a source. */
const DEFAULTS = object({
  tags: listOf(TEXT),
  stage_id: orNull(ID),
  origin: described(orNull(oneOf(ORIGINS)), 'For leads without signals.'),
  consent: described(FLAG, 'The form itself asks, so that each lead has consented.'),
});

const SOURCE_FIELDS = {
  id: ID,
  kind: oneOf(SOURCE_KINDS),
  name: TEXT,
  active: FLAG,
  created_at: MOMENT,
  hint: described(TEXT, 'The last four characters of the address.'),
  address: described(
    orNull(TEXT),
    'The address of a form, which is public. A webhook’s is shown once, when it is made: then null.',
  ),
  defaults: DEFAULTS,
  mapping: listOf(MAPPED_FIELD),
  form: described(orNull(SOURCE_FORM), 'Null for a webhook.'),
  has_google_key: FLAG,
  last_received_at: orNull(MOMENT),
  received_7_days: described(COUNT, 'Deliveries of seven days without tests and spam.'),
  problems_7_days: described(COUNT, 'Those of them that were held.'),
  spam_7_days: COUNT,
  is_visitor_limit_shared: described(
    FLAG,
    'Whether all visitors of a form count as one, because a proxy hides their addresses from the service (`TRUST_PROXY`).',
  ),
} as const;

/** A source as the account's owner and managers see it. */
export const SOURCE = named('Source', object(SOURCE_FIELDS));
export type SourceView = Of<typeof SOURCE>;

/** A source with an address that was just made. */
export const NEW_SOURCE = named(
  'NewSource',
  object({ ...SOURCE_FIELDS, address: described(TEXT, 'A webhook’s is shown only now.') }),
);
export type NewSourceView = Of<typeof NEW_SOURCE>;

export const DELIVERY_RESULTS = ['created', 'updated', 'duplicate', 'held', 'test', 'spam', 'dismissed'] as const;
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

export const DELIVERY_REASONS = ['no_phone', 'unreadable', 'two_phones', 'ambiguous_lead', 'plan_inactive'] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

const DELIVERY_FIELD_PARTS = {
  path: TEXT,
  label: TEXT,
  value: TEXT,
  field: described(orNull(oneOf(IMPORT_COLUMNS)), 'Of the address of a page, the first signal that its query gave.'),
  guessed: described(FLAG, 'Whether the label is vague, and no other one is known.'),
} as const;

const LEFT_OUT = object({ path: TEXT, reason: TEXT });
export type LeftOut = Of<typeof LEFT_OUT>;

const partsOf = <Field>(field: Shape<Field>) => ({
  id: ID,
  source_id: ID,
  received_at: MOMENT,
  result: oneOf(DELIVERY_RESULTS),
  lead_id: orNull(ID),
  reason: described(orNull(oneOf(DELIVERY_REASONS)), 'Why it is or was held.'),
  fields: described(
    listOf(field),
    'What came, and what was read as what. Empty when its days after it was applied (30) are over, or the person was erased.',
  ),
  left_out: listOf(LEFT_OUT),
});

const DELIVERY_FIELD = object(DELIVERY_FIELD_PARTS);
export type DeliveryField = Of<typeof DELIVERY_FIELD>;

export const DELIVERY_PARTS = partsOf(DELIVERY_FIELD);

/** What came to a source, for one person, with whole values. */
export const DELIVERY = named('Delivery', object(DELIVERY_PARTS));
export type DeliveryView = Of<typeof DELIVERY>;

/** The same in a list: values are cut. */
export const LISTED_DELIVERY = named('ListedDelivery', object(partsOf(object({ ...DELIVERY_FIELD_PARTS, cut: CUT }))));
export type ListedDelivery = Of<typeof LISTED_DELIVERY>;

/** Answer of POST /in/{token}, without the envelope of the API: no caller of a webhook reads it. */
export const RECEIVED_DELIVERY = object({ received: only(true) });
