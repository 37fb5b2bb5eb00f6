import { finished, type Steps } from '../../common/in-slices';
import { cardTable } from './vcard-table';
import { wholeCharacters } from './vcard-line';
import { csvTable, withoutEmptyEnd, type Separator } from './csv-table';
import { kindOfBytes, kindOfText } from './file-kind';
import { type TableRow, invalidFile, type NamesPhone } from './table-rows';
import { decodedText, type TextEncoding } from './text-encoding';
import { workbookTable } from './workbook';

/** The column names of a file and its rows that are not empty. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** Null without separators: a workbook, contacts, a single column. */
  readonly delimiter: Separator | null;
  /** Null for a workbook. */
  readonly encoding: TextEncoding | null;
}

interface Reading {
  readonly namesPhone: NamesPhone;
  readonly leaving?: AbortSignal;
}

/**
 * Reads a text with separators, a workbook (.xlsx) or contacts (.vcf), detected by the first bytes. Throws 422 on the field
 * `body` for other content, with its kind and what to do. Throws the signal's reason when `leaving` is aborted.
 */
export async function readTable(bytes: Buffer, { namesPhone, leaving }: Reading): Promise<Table> {
  const detected = kindOfBytes(bytes);
  if ('refusal' in detected) throw invalidFile(detected.refusal);
  if (detected.kind === 'workbook') {
    return { ...(await workbookTable(bytes, namesPhone, leaving)), delimiter: null, encoding: null };
  }
  return finished(textTable(bytes, detected.kind, namesPhone), leaving);
}

function* textTable(bytes: Buffer, kind: 'text' | 'cards', namesPhone: NamesPhone): Steps<Table> {
  const { text, encoding } = yield* decodedText(kind === 'cards' ? yield* wholeCharacters(bytes) : bytes);
  const content = yield* withoutEmptyEnd(text);
  const detected = kindOfText(content);
  if ('refusal' in detected) throw invalidFile(detected.refusal);
  if (detected.kind === 'cards') return { ...(yield* cardTable(content, namesPhone)), delimiter: null, encoding };
  return { ...(yield* csvTable(content, namesPhone)), encoding };
}
