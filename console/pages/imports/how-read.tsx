import type { ImportPreview } from '../../../src/contract/import';
import { count, plural } from '../../format';
import { DELIMITER_WORDS, ENCODING_WORDS } from '../../words';

/** Most ignored columns that are named. */
const NAMED = 12;

/** Reading of the file by the service: its form, and the ignored columns. */
export function HowRead({ of: preview }: { readonly of: ImportPreview }) {
  const { rows, delimiter, encoding, ignored } = preview;
  const form = [
    plural(rows, 'linha', 'linhas'),
    delimiter && `colunas separadas por ${DELIMITER_WORDS[delimiter]}`,
    encoding && ENCODING_WORDS[encoding],
  ];
  return (
    <section class="panel import-reading" aria-labelledby="import-reading">
      <h2 id="import-reading">Como o arquivo foi lido</h2>
      <p>{form.filter(Boolean).join(', ')}.</p>
      {ignored.length > 0 && (
        <p>
          {plural(ignored.length, 'coluna fica de fora', 'colunas ficam de fora')}:{' '}
          {namesOf(ignored.map(({ header }) => header))}.
        </p>
      )}
    </section>
  );
}

const namesOf = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ` e mais ${count(names.length - NAMED)}` : '');
