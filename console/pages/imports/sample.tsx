import type { ImportPreview, PreviewedRow } from '../../../src/contract/import';
import { columnWord, IMPORT_COLUMN_WORDS, type ImportColumn } from '../../../src/contract/import-columns';
import { ORIGINS } from '../../../src/contract/origin';
import { count, dateTime, money, phoneText, plural } from '../../format';
import { ORIGIN_WORDS } from '../../words';
import type { Fields } from './use-preview';

interface SampleProps {
  readonly of: ImportPreview;
  readonly fields: Fields;
}

/** The first rows as they would be read, and what would be refused. */
export function Sample({ of: preview, fields }: SampleProps) {
  const read = fields.flatMap((field, index) => (field ? [{ field, index }] : []));
  return (
    <section class="import-sample" aria-labelledby="import-sample">
      <h2 id="import-sample">
        Como {preview.rows > preview.sample.length ? 'as primeiras linhas serão lidas' : 'as linhas serão lidas'}
      </h2>
      <p role="status">{outlook(preview)}</p>
      <div class="scroll" role="region" aria-label="Primeiras linhas do arquivo" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Linha</th>
              {read.map(({ field }) => (
                <th key={field} scope="col">
                  {IMPORT_COLUMN_WORDS[field]}
                </th>
              ))}
              <th scope="col">Resultado</th>
            </tr>
          </thead>
          <tbody>
            {preview.sample.map((row) => (
              <tr key={row.row}>
                <th scope="row">{row.row}</th>
                {read.map(({ field, index }) => (
                  <td key={field}>{wordOf(field, row.values[index] ?? null)}</td>
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

function outlook({ rows, checked, refused }: ImportPreview): string {
  const among =
    checked < rows
      ? `Das primeiras ${count(checked)} de ${count(rows)} linhas`
      : `De ${plural(rows, 'linha', 'linhas')}`;
  if (refused === 0) return `${among}, nenhuma será recusada.`;
  return `${among}, ${plural(refused, 'será recusada', 'serão recusadas')}; as outras entram.`;
}

function Result({ of: { refused, fields } }: { readonly of: PreviewedRow }) {
  return (
    <td class={refused ? 'refused' : undefined}>
      {refused ? 'Será recusada' : fields.length > 0 ? 'Entra, com ressalva' : 'Entra'}
      {fields.map(({ field, message }) => (
        <p key={field} class="small">
          {columnWord(field)}: {message}
        </p>
      ))}
    </td>
  );
}

/** A value in the words of the pages; what could not be read stays as it is. */
function wordOf(field: ImportColumn, value: string | null): string {
  if (value === null) return '—';
  if (field === 'phone' && /^\d{8,15}$/.test(value)) return phoneText(value);
  if (field === 'deal.value' && Number.isFinite(Number(value))) return money(Number(value));
  if (field === 'created_at' && /^\d{4}-.*Z$/.test(value)) return dateTime(value);
  if (field === 'consent') return value === 'true' ? 'Sim' : value === 'false' ? 'Não' : value;
  const origin = field === 'origin' && ORIGINS.find((one) => one === value);
  return origin ? ORIGIN_WORDS[origin] : value;
}
