const BRASILIA_TIME = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

// Sweden writes days as ISO 8601 does.
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

/** Formats a moment as people in Brasília write it: 01/03/2026, 09:00. */
export const brasiliaTime = (moment: Date): string => BRASILIA_TIME.format(moment);

const HOUR = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', timeStyle: 'short' });

/** The time of day in Brasília: 09:00. */
export const brasiliaHour = (moment: Date): string => HOUR.format(moment);

/** The day in Brasília, as YYYY-MM-DD. */
export const brasiliaDay = (moment: Date): string => DAY.format(moment);

/** Formats a moment as spreadsheets in Brazil read it: 01/03/2026 09:00. */
export const brasiliaMinute = (moment: Date): string => brasiliaTime(moment).replace(',', '');
