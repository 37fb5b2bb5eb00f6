/** Content types of an imported file. Its first bytes decide, as programs send various types. */
export const IMPORT_TYPES = [
  'text/csv',
  'text/vcard',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;
