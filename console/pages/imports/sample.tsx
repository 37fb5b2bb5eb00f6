import type { ImportPreview, PreviewedRow } from '../../../src/contract/import';
import { IMPORT_COLUMN_WORDS, type ImportColumn } from '../../../src/contract/import-columns';
import { fieldWord } from '../../refusal-words';
import { saysTheSame, wordOf } from './cell-words';
import type { Fields } from './file-reading';

interface SampleProps {
  readonly of: ImportPreview;
  readonly fields: Fields;
  /** Whether the service is reading the file again. */
  readonly isOld: boolean;
}

export function Sample({ of: preview, fields, isOld }: SampleProps) {
  const read = fields.flatMap((field, index) => (field ? [{ field, index }] : []));
  return (
    <section class="import-sample" aria-labelledby="import-sample" aria-busy={isOld}>
      <h2 id="import-sample">
        Como {preview.rows > preview.sample.length ? 'as primeiras linhas serão lidas' : 'as linhas serão lidas'}
      </h2>
      <div class="scroll" role="region" aria-label="Primeiras linhas do arquivo" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Linha</th>
              {read.map(({ field, index }) => (
                <Heading key={index} field={field} header={isShared(fields, field) && preview.columns[index]?.header} />
              ))}
              <th scope="col" class="result">
                Resultado
              </th>
            </tr>
          </thead>
          <tbody>
            {preview.sample.map((row) => (
              <tr key={row.row}>
                <th scope="row">{row.row}</th>
                {read.map(({ field, index }) => (
                  <Cell key={index} field={field} sent={row.cells[index] ?? ''} value={row.values[index] ?? null} />
                ))}
                <Result of={row} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const isShared = (fields: Fields, field: ImportColumn): boolean => fields.indexOf(field) !== fields.lastIndexOf(field);

interface HeadingProps {
  readonly field: ImportColumn;
  /** Name of the column, where the field has several. */
  readonly header: string | false | undefined;
}

function Heading({ field, header }: HeadingProps) {
  return (
    <th scope="col">
      <div class="cell">
        {IMPORT_COLUMN_WORDS[field]}
        {header && <p class="small muted">{header}</p>}
      </div>
    </th>
  );
}

interface CellProps {
  readonly field: ImportColumn;
  readonly sent: string;
  readonly value: string | null;
}

/** Read value, and the text of the file where it differs. */
function Cell({ field, sent, value }: CellProps) {
  const word = value === null ? sent.trim() || '—' : wordOf(field, value);
  return (
    <td>
      <div class="cell">
        {word}
        {value !== null && !saysTheSame(word, sent) && <p class="small muted">no arquivo: {sent}</p>}
      </div>
    </td>
  );
}

function Result({ of: { refused, fields } }: { readonly of: PreviewedRow }) {
  return (
    <td class={refused ? 'result refused' : 'result'}>
      {refused ? 'Será recusada' : fields.length > 0 ? 'Entra, com ressalva' : 'Entra'}
      {fields.map(({ field, message }, index) => (
        <p key={index} class="small">
          {fieldWord(field) ?? field}: {message}
        </p>
      ))}
    </td>
  );
}
