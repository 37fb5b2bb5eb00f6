/** Kinds of changes published to the consoles of an account. */
export const EVENT_KINDS = ['lead', 'deal', 'notification', 'activity', 'appointment', 'delivery'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Event that anything may have changed, as events may have been missed. */
export const RESET = 'reset';

/** Header of a page's background call, which does not count as use of the session and so lets it expire. */
export const UNATTENDED_HEADER = 'X-Unattended';
