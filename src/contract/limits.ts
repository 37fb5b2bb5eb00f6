/** Figures of the specification's section 8, each named once; DTOs, SQL and the API reference import them. */

/** Defaults of the request limits; each is a setting (see `Config`). */
export const DEFAULT_LIMITS = {
  ipPerMinute: 300,
  keyPerMinute: 120,
  keyWritesPerMinute: 60,
  keyMetricsPerMinute: 20,
  accountSubmissionsPerDay: 3_000,
  sessionPerMinute: 300,
  formSubmissionsPerDay: 500,
} as const;

/** Largest limits of one account; the smallest are the defaults. All calls of a key in a minute are kept in memory. */
export const MAX_SUBMISSIONS_PER_DAY = 1_000_000;
export const MAX_CALLS_PER_MINUTE = 10_000;

/** Bytes as received. */
export const MAX_BODY_BYTES = 16 * 1024;
export const MAX_BODY_DEPTH = 8;
/** Entries in `error.details.fields`. */
export const MAX_FIELD_ERRORS = 50;

export const MAX_ACTIVE_KEYS = 5;
export const MAX_KEY_NAME = 60;
/** Hours that a replaced key may remain valid. */
export const MAX_KEY_OVERLAP_HOURS = 168;

/** Refusals of a key that its owner can see. */
export const MAX_KEY_REFUSALS = 100;
/** Days for which refusals are counted. */
export const REFUSAL_DAYS = 30;

/** Characters of a phone as written: three times what any spelling needs. */
export const MAX_PHONE = 100;
export const MAX_NAME = 120;
export const MAX_EMAIL = 254;
export const MAX_NOTE = 500;
/** Code points of a lead's whole record, markers included. */
export const MAX_NOTES_RECORD = 2_000;
/** Code points of a referrer as sent. */
export const MAX_REFERRER = 2_048;
export const MAX_TAGS_PER_CALL = 5;
export const MAX_TAG = 40;
export const MAX_TAGS_PER_LEAD = 100;
export const MAX_EXTERNAL_ID = 100;
/** Reais; the database keeps cents. */
export const MAX_DEAL_VALUE = 999_999_999_999.99;

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 100;

/** Bytes of an answer of the admin API; exports and files are streamed. */
export const MAX_ANSWER_BYTES = 1_000_000;
/** Code points of a text in a list. */
export const MAX_LISTED_TEXT = 200;
/** Tasks of a lead in a list. */
export const MAX_LISTED_TASKS = 3;

/** Leads of a stage on a page of the board. */
export const DEFAULT_BOARD_LEADS = 20;
export const MAX_BOARD_LEADS = 50;
/** Leads on a board of many stages, all together; each stage shows at least one. */
export const MAX_LEADS_OF_BOARD = 1_000;
/** Leads of a stage counted for the board. */
export const MAX_BOARD_COUNT = 500;
/** Deals of a stage that are read for its total; of many stages fewer each. */
export const MAX_TOTAL_DEALS = 500_000;
/** Leads of a list that are counted without looking at each. */
export const MAX_COUNTED_LEADS = 500_000;
/** Leads that are checked to count the leads of several filters. */
export const MAX_CHECKED_LEADS = 50_000;
/** Leads of a list that are sorted by name, value or next contact. */
export const MAX_SORTED_LEADS = 10_000;
/** Leads or newest history entries of a lead or phone, in an answer without pages. */
export const MAX_SHOWN_LEADS = 50;
export const MAX_SHOWN_HISTORY = 100;
/** Unread notifications counted. */
export const MAX_UNREAD_COUNT = 1_000;
/** Entries of the account that are searched at once for those that a member sees. */
export const SEARCHED_NOTIFICATIONS = 1_000;
export const MAX_METRICS_DAYS = 366;
export const DEFAULT_METRICS_DAYS = 30;
/** Rows of a breakdown by a key, most sold first, and campaigns with most leads. */
export const MAX_BREAKDOWN_ROWS = 200;
export const MAX_CAMPAIGNS = 20;

/** Bytes of an imported file, for a slow line within the time of a request, and for one transaction. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 20_000;
/** Columns and cells of a row, without empty ones at the end; code points of a cell. */
export const MAX_IMPORT_COLUMNS = 200;
export const MAX_IMPORT_CELL = 10_000;
/** Maximum bytes of an answer about a file: times its size, for each row, and in addition. */
export const IMPORT_ANSWER_BYTES = { timesFile: 4, perRow: 300, more: 64 * 1024 } as const;
/** Code points of a file's name; characters of its mapping, about 300 columns, short enough for an address. */
export const MAX_FILE_NAME = 255;
export const MAX_IMPORT_MAPPING = 4_000;
/** Lines, empty ones included. */
export const MAX_IMPORT_LINES = 2 * MAX_IMPORT_ROWS;

export const MAX_ACTIVE_SOURCES = 20;
/** Sources that are switched off too. */
export const MAX_SOURCES = 100;
export const MAX_SOURCE_NAME = 60;
/** Fields that a source maps, and characters of their paths. */
export const MAX_MAPPED_FIELDS = 200;
export const MAX_FIELD_PATH = 500;
export const MAX_GOOGLE_KEY = 200;
/** Hours for which the former address of a source goes on. */
export const MAX_ADDRESS_OVERLAP_HOURS = 168;
/** Bytes, values and levels of a delivery that is read. */
export const MAX_DELIVERY_BYTES = 64 * 1024;
export const MAX_DELIVERY_VALUES = 2_000;
export const MAX_DELIVERY_DEPTH = 12;
/** People of one delivery. */
export const MAX_DELIVERED_PEOPLE = 100;
/** The part of the account's day, in percent, that sources may use: keys keep the rest. */
export const SOURCES_PERCENT_OF_DAY = 80;
/** Code points of the texts of a form's page, and its questions. */
export const MAX_FORM_TITLE = 80;
export const MAX_FORM_TEXT = 500;
export const MAX_FORM_BUTTON = 40;
export const MAX_FORM_QUESTIONS = 5;
export const MAX_QUESTION = 120;
export const MAX_CHOICES = 20;
export const MAX_CHOICE = 60;
/** Characters of the address of a page that a form links to. */
export const MAX_FORM_URL = 2_048;
/** Code points of what people write into a form. */
export const MAX_FORM_MESSAGE = 2_000;
export const MAX_FORM_ANSWER = 500;
/** Age of the page of a form that is sent. */
export const FORM_AGE = { minSeconds: 2, maxHours: 24 } as const;
/** Submissions of a form in a minute: of one address, and of all. */
export const MAX_FORM_SUBMISSIONS_PER_CLIENT = 10;
export const MAX_FORM_SUBMISSIONS_PER_MINUTE = 60;
/** Repeated deliveries, tests and spam that a source keeps, of each the newest. */
export const MAX_KEPT_DELIVERIES = 1_000;
/** Days for which spam is kept. */
export const SPAM_DAYS = 30;

/** Limits of the admin API, which the specification does not have. */
export const MAX_SITE_DOMAINS = 20;
/** Characters of a host name in the domain name system. */
export const MAX_HOST_NAME = 253;
export const MAX_PIPELINES = 50;
export const MAX_STAGES = 200;
/** Stages of all pipelines, which one answer lists. */
export const MAX_STAGES_OF_ACCOUNT = 1_500;
/** Rules of one stage. */
export const MAX_AUTOMATIONS = 50;
export const MAX_IDLE_DAYS = 365;
/** Deals of a lead that staff give it. */
export const MAX_DEALS = 100;
/** How long a move can be undone. */
export const UNDO_MINUTES = 15;
export const MAX_MOVE_REASON = 200;
export const MAX_LOSS_REASONS = 30;
export const MAX_LOSS_REASON = 60;
export const MAX_MESSAGE_TEMPLATES = 5;
export const MAX_TEMPLATE_NAME = 40;
export const MAX_TEMPLATE_TEXT = 1_000;
/** Of one member. */
export const MAX_SAVED_VIEWS = 20;
export const MAX_VIEW_NAME = 60;
/** Characters of a view’s query as JSON: room for the longest filters, not for ids without end. */
export const MAX_VIEW_QUERY = 5_000;
/** Bytes of a body with the longest settings. */
export const MAX_SETTINGS_BYTES = 64 * 1024;
/** Days after which an open deal is idle: as set, and without a setting. */
export const MAX_ACCOUNT_IDLE_DAYS = 90;
export const DEFAULT_ACCOUNT_IDLE_DAYS = 7;

export const MAX_ACTIVITY_TEXT = 2_000;
/** Days for which a past activity can be entered. */
export const MAX_ACTIVITY_AGE_DAYS = 30;
/** Years around now in which a task is due. */
export const TASK_YEARS = { before: 1, after: 5 } as const;
/** Activities of a lead, and tasks among them that are open. */
export const MAX_ACTIVITIES = 2_000;
export const MAX_OPEN_TASKS = 100;
export const MAX_APPOINTMENTS = 500;
export const MAX_APPOINTMENT_TEXT = 200;
/** Minutes that an appointment lasts: as set, and without a word about it. */
export const APPOINTMENT_MINUTES = { min: 5, max: 1_440 } as const;
export const DEFAULT_APPOINTMENT_MINUTES = 30;
/** The calendar of a member: days back and ahead, its most appointments, and days without a reader after which its address ends. */
export const CALENDAR_DAYS = { before: 30, after: 180 } as const;
export const MAX_CALENDAR_APPOINTMENTS = 1_000;
export const CALENDAR_UNREAD_DAYS = 365;
/** Leads of a list of the day that are shown at once, and those that are counted. */
export const MAX_DAY_LEADS = 20;
export const MAX_DAY_COUNT = 500;
/** Days for which a lead without contact is new. */
export const NEW_LEAD_DAYS = 30;

/** Characters of a campaign, its source or its medium. */
export const MAX_UTM = 500;
export const MAX_SUGGESTIONS = 20;
/** Characters of the owner's search. */
export const MIN_SEARCH = 2;
export const MAX_SEARCH = 60;
/** Characters of the operator's search. */
export const MAX_ACCOUNT_SEARCH = 100;
/** Heavy calls of one account at once in an instance. */
export const MAX_HEAVY_CALLS = 2;
export const MAX_BULK_LEADS = 500;
/** Leads of a list that one job changes. */
export const MAX_BULK_JOB_LEADS = 100_000;
/** Days for which bulk jobs are kept. */
export const BULK_JOB_DAYS = 7;
/** Bulk jobs of a member that are kept, the newest ones. */
export const KEPT_BULK_JOBS = 5;
/** Bytes of a body with so many ids. */
export const MAX_BULK_BYTES = 32 * 1024;
/** Minutes that a caller's clock may be ahead. */
export const MAX_CLOCK_SKEW_MINUTES = 5;

/** Sign-in links mailed in an hour: to one e-mail address from one client address, and to one in all. */
export const MAX_LINKS_PER_EMAIL_AND_CLIENT = 5;
export const MAX_LINKS_PER_EMAIL = 20;
/** Limits of one client address: links in an hour for any e-mail; views and uses of refused links in a minute. */
export const MAX_LINK_REQUESTS_PER_CLIENT = 20;
export const MAX_REFUSED_LINKS_PER_CLIENT = 10;
/** Days for which a closed account can be restored. */
export const RESTORABLE_DAYS = 7;
export const LINK_MINUTES = 15;
/** Days for which the link of an invitation can be used. */
export const INVITATION_DAYS = 7;
/** Lifetime of a session, and lifetime without use. */
export const SESSION_HOURS = 12;
export const SESSION_IDLE_HOURS = 2;
/** Lifetime of a remembered session, also without use. */
export const REMEMBERED_DAYS = 30;

export const MAX_ACTIVE_MEMBERS = 50;
/** Members, former ones too. */
export const MAX_MEMBERS = 1_000;
/** Invitations that an account may mail in an hour. */
export const MAX_INVITATIONS_PER_HOUR = 100;
/** Minutes after a mailed invitation until it can be mailed again. */
export const INVITATION_PAUSE_MINUTES = 5;

/** Entries of each kind in the export of a member, the newest. */
export const MAX_EXPORTED_OF_MEMBER = 1_000;
export const MAX_MEMBER_NAME = 60;
/** Characters of a device in words. */
export const MAX_DEVICE = 60;
