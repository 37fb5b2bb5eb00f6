/** Every figure of the specification's section 8, named once; DTOs, SQL and the API reference take it from here. */

/** Defaults of the request limits; each is a setting (see `Config`). */
export const DEFAULT_LIMITS = {
  ipPerMinute: 300,
  keyPerMinute: 120,
  keyWritesPerMinute: 60,
  keyMetricsPerMinute: 20,
  accountSubmissionsPerDay: 3_000,
  sessionPerMinute: 300,
} as const;

/** Bytes as received. */
export const MAX_BODY_BYTES = 16 * 1024;
export const MAX_BODY_DEPTH = 8;
/** Entries in `error.details.fields`. */
export const MAX_FIELD_ERRORS = 50;

export const MAX_ACTIVE_KEYS = 5;
export const MAX_KEY_NAME = 60;
/** For how long a key that is replaced may live beside the new one. */
export const MAX_KEY_OVERLAP_HOURS = 168;

/** How many refusals of a key its owner can see. */
export const MAX_KEY_REFUSALS = 100;

/** Characters of a phone as it is written: three times what any spelling needs. */
export const MAX_PHONE = 100;
export const MAX_NAME = 120;
export const MAX_EMAIL = 254;
export const MAX_NOTE = 500;
/** The whole record of a lead, markers included, in code points. */
export const MAX_NOTES_RECORD = 2_000;
/** Code points of a referrer as it is sent. */
export const MAX_REFERRER = 2_048;
export const MAX_TAGS_PER_CALL = 5;
export const MAX_TAG = 40;
export const MAX_TAGS_PER_LEAD = 100;
export const MAX_EXTERNAL_ID = 100;
/** Reais; the database keeps cents. */
export const MAX_DEAL_VALUE = 999_999_999_999.99;

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 100;

/** Leads of a stage on a page of the board. */
export const DEFAULT_BOARD_LEADS = 20;
export const MAX_BOARD_LEADS = 50;
/** Leads on a board of many stages, all together; each stage shows at least one. */
export const MAX_LEADS_OF_BOARD = 1_000;
/** So many leads of a stage are counted for the board. */
export const MAX_BOARD_COUNT = 500;
/** What one lead or one phone shows in an answer that has no pages: its leads, or the newest entries of its history. */
export const MAX_SHOWN_LEADS = 50;
export const MAX_SHOWN_HISTORY = 100;
/** So many unread notifications are counted. */
export const MAX_UNREAD_COUNT = 1_000;
export const MAX_METRICS_DAYS = 366;
export const DEFAULT_METRICS_DAYS = 30;

/** One imported file: what a slow line can send within the time of a request, and one transaction can take in. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 20_000;
/** Columns of the header and cells of a row, without the empty ones at the end; and code points of a cell. */
export const MAX_IMPORT_COLUMNS = 200;
export const MAX_IMPORT_CELL = 10_000;
/** An answer about a file has at most so many bytes: these times its own, these for each row, and these in all. */
export const IMPORT_ANSWER_BYTES = { timesFile: 4, perRow: 300, more: 64 * 1024 } as const;
/** Code points of the name of an imported file, and characters of its mapping: some three hundred columns, and no address grows past what HTTP servers take. */
export const MAX_FILE_NAME = 255;
export const MAX_IMPORT_MAPPING = 4_000;
/** With the empty ones among them. */
export const MAX_IMPORT_LINES = 2 * MAX_IMPORT_ROWS;

/** Bounds of the admin API; the specification has none for them. */
export const MAX_SITE_DOMAINS = 20;
/** Characters of a host name in the domain name system. */
export const MAX_HOST_NAME = 253;
export const MAX_PIPELINES = 50;
export const MAX_STAGES = 200;
/** Rules of one stage. */
export const MAX_AUTOMATIONS = 50;
export const MAX_IDLE_DAYS = 365;
export const MAX_MOVE_REASON = 200;
/** Of the owner's search, in characters. */
export const MIN_SEARCH = 2;
export const MAX_SEARCH = 60;
/** Heavy calls of one account that run at once in an instance. */
export const MAX_HEAVY_CALLS = 2;
/** Leads that one call of the owner changes. */
export const MAX_BULK_LEADS = 100;
/** How far the clock of a caller that reports a past moment may be ahead. */
export const MAX_CLOCK_SKEW_MINUTES = 5;

/** Sign-in links that are mailed in an hour: to one e-mail address as one client address asks, and to one in all. */
export const MAX_LINKS_PER_EMAIL_AND_CLIENT = 5;
export const MAX_LINKS_PER_EMAIL = 20;
/** What one client address may ask for: links in an hour, whatever the e-mail; in a minute, looks at and uses of links that are refused. */
export const MAX_LINK_REQUESTS_PER_CLIENT = 20;
export const MAX_REFUSED_LINKS_PER_CLIENT = 10;
/** How long a link can be used. */
export const LINK_MINUTES = 15;
/** How long a session lasts at most, and how long it lasts without use. */
export const SESSION_HOURS = 12;
export const SESSION_IDLE_HOURS = 2;
