const BRASILIA_TIME = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Formats a moment as people in Brasília write it: 01/03/2026, 09:00. */
export const brasiliaTime = (moment: Date): string => BRASILIA_TIME.format(moment);

/** Formats a moment as spreadsheets in Brazil read it: 01/03/2026 09:00. */
export const brasiliaMinute = (moment: Date): string => brasiliaTime(moment).replace(',', '');
