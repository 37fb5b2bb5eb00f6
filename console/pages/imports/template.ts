import { headerOf, TEMPLATE_COLUMNS } from '../../../src/contract/import-columns';

/** A file to fill in, as spreadsheets in Brazil open it: with a mark for UTF-8, and semicolons. */
export const TEMPLATE = `\uFEFF${headerOf(TEMPLATE_COLUMNS).join(';')}\r\n`;
