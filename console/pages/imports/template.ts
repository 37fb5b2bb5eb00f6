import { headerOf, TEMPLATE_COLUMNS } from '../../../src/contract/import-columns';

/** Template file for spreadsheets in Brazil: with a UTF-8 mark and semicolons. */
export const TEMPLATE = `\uFEFF${headerOf(TEMPLATE_COLUMNS).join(';')}\r\n`;
