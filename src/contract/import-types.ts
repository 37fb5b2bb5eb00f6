/** The content types of an imported file. What it is, its first bytes tell: programs send a file by a name that they have for it. */
export const IMPORT_TYPES = [
  'text/csv',
  'text/vcard',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;
