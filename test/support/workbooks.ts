import { type ZippedFile, zipOf } from './zip';

export const XLSX = { 'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OF_PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OF_OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  /** The rows of each sheet as XML; then the content before `<sheets>`, texts, formats and other files. */
  readonly sheets: readonly string[];
  readonly hidden?: readonly number[];
  readonly properties?: string;
  readonly shared?: string;
  readonly formats?: readonly string[];
  readonly prologue?: string;
  readonly more?: readonly ZippedFile[];
}

export function workbookFiles({
  sheets,
  hidden = [],
  properties = '',
  shared,
  formats = [],
  prologue = '',
  more = [],
}: Parts) {
  const ids = sheets.map((_, index) => index + 1);
  const link = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OF_OFFICE}/${type}" Target="${target}"/>`;
  const custom = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('');
  const styles = ['0', '14', '22', '20', ...formats.map((_, index) => `${164 + index}`)].map(
    (id) => `<xf numFmtId="${id}"/>`,
  );
  const states = ids.map((id) => (hidden.includes(id) ? ' state="hidden"' : ''));
  const tags = ids.map((id) => `<sheet name="Plan${id}" sheetId="${id}"${states[id - 1]} r:id="rId${id}"/>`).join('');
  const files: ZippedFile[] = [
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types xmlns="${OF_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${OF_PACKAGE}/relationships">${link('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${OF_PACKAGE}/relationships">${ids.map((id) => link(`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`)).join('')}${link('rIdS', 'styles', 'styles.xml')}${link('rIdT', 'theme', 'theme/theme1.xml')}${shared === undefined ? '' : link('rIdX', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${MAIN} xmlns:r="${OF_OFFICE}">${properties}<sheets>${tags}</sheets></workbook>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${MAIN}><numFmts count="${formats.length}">${custom}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    },
    ...sheets.map((rows, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `<?xml version="1.0" encoding="UTF-8"?>${prologue}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ];
  if (shared !== undefined) files.push({ name: 'xl/sharedStrings.xml', content: `<sst ${MAIN}>${shared}</sst>` });
  return [...files, ...more];
}

export const workbookOf = (parts: Parts): Buffer => zipOf(workbookFiles(parts));

export const textCell = (text: string, at = ''): string =>
  `<c${at && ` r="${at}"`} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;

export const numberCell = (value: number | string, at = '', style = 0): string =>
  `<c${at && ` r="${at}"`} s="${style}"><v>${value}</v></c>`;

const columnOf = (index: number): string =>
  (index >= 26 ? columnOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** Writes rows of texts as spreadsheets do; empty ones are left out. */
export const textRows = (...rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells, row) =>
      cells.length === 0
        ? ''
        : `<row r="${row + 1}">${cells.map((text, column) => textCell(text, `${columnOf(column)}${row + 1}`)).join('')}</row>`,
    )
    .join('');
