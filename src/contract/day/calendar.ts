import { described, MOMENT, named, object, type Of, orNull, TEXT } from '../document/shape';

const KEPT = { created_at: MOMENT };

/** Whether a member has an address for calendars. */
export const CALENDAR = named(
  'Calendar',
  object({
    address: described(
      orNull(
        object({
          ...KEPT,
          last_read_at: described(orNull(MOMENT), 'When a calendar read it, exact to the hour; null: never.'),
        }),
      ),
      'Null: there is none.',
    ),
  }),
);
export type CalendarView = Of<typeof CALENDAR>;

/** A new address, shown once. */
export const NEW_CALENDAR = object({ url: described(TEXT, 'Shown only now.'), ...KEPT });
export type NewCalendar = Of<typeof NEW_CALENDAR>;
