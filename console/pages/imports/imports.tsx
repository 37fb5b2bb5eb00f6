import type { ImportView } from '../../../src/contract/import';
import { dateTime, plural } from '../../format';
import { linkTo } from '../../router';
import { Empty, Loaded, More } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { usePages } from '../../use-pages';
import { NewImport } from './new-import';

export function Imports() {
  const imports = usePages<ImportView>('/imports');
  return (
    <PageFrame title="Importar" about="Traga leads de uma planilha, de outro sistema ou da agenda do celular.">
      <NewImport />
      <h2 class="list-title">Importações</h2>
      <Loaded from={imports}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nenhuma importação ainda">
              Escolha um arquivo acima e confira as dez primeiras linhas antes de importar. Depois você vê aqui quantos
              leads são novos, e baixa as linhas recusadas com o motivo de cada uma.
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {rows.map((one) => (
                  <li key={one.id} class="card row">
                    <ImportFacts of={one} />
                  </li>
                ))}
              </ul>
              <More of={imports} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

function ImportFacts({ of: one }: { readonly of: ImportView }) {
  return (
    <div class="row-main">
      <p class="row-title">
        <a href={linkTo('importar', one.id)}>{one.file_name ?? dateTime(one.created_at)}</a>
      </p>
      {one.file_name && <p class="muted">{dateTime(one.created_at)}</p>}
      <p>
        {plural(one.rows, 'linha', 'linhas')} · {plural(one.created, 'lead novo', 'leads novos')} ·{' '}
        {plural(one.refused, 'recusada', 'recusadas')}
      </p>
      {one.state === 'running' && <p class="muted">Em andamento</p>}
    </div>
  );
}
