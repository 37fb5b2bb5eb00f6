/** What the consoles of an account are told of as it changes. */
export const EVENT_KINDS = ['lead', 'deal', 'notification'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Says that anything may have changed: events may have been missed. */
export const RESET = 'reset';

/** The header of a call that a page makes by itself. Such a call is no use of the session, which else would never be idle. */
export const UNATTENDED_HEADER = 'X-Unattended';
