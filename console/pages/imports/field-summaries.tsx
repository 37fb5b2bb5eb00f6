import type { ImportPreview } from '../../../src/contract/import';
import { IMPORT_COLUMN_WORDS } from '../../../src/contract/import-columns';
import { count } from '../../format';
import { wordOf } from './cell-words';

/** What is read of each field: its columns, its first values, and the rows without one. */
export function FieldSummaries({ of: { fields } }: { readonly of: ImportPreview }) {
  return (
    <section class="import-sample" aria-labelledby="import-summaries">
      <h2 id="import-summaries">O que vai entrar</h2>
      <div class="scroll" role="region" aria-label="Campos do arquivo" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Campo</th>
              <th scope="col">Coluna</th>
              <th scope="col">Primeiros valores</th>
              <th scope="col">Linhas sem</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, headers, values, without }) => (
              <tr key={field}>
                <th scope="row">{IMPORT_COLUMN_WORDS[field]}</th>
                <td>{headers.join(', ')}</td>
                <td>{values.map((value) => wordOf(field, value)).join(' · ') || '—'}</td>
                <td>{count(without)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
