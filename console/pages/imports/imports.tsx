import { useState } from 'preact/hooks';
import type { ImportView } from '../../../src/contract/import';
import { call } from '../../api';
import { dateTime, plural } from '../../format';
import { goTo, linkTo } from '../../router';
import { Button } from '../../ui/button';
import { FileField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Empty, Loaded, More } from '../../ui/loaded';
import { FailureNotice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';

/** Files of leads: a new one, and earlier ones. */
export function Imports() {
  const imports = usePages<ImportView>('/imports');
  return (
    <Page title="Importar" about="Traga leads de uma planilha, com as mesmas regras da API.">
      <NewImport />
      <h2 class="list-title">Importações</h2>
      <Loaded from={imports}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nenhuma importação ainda" />
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
    </Page>
  );
}

function ImportFacts({ of: one }: { readonly of: ImportView }) {
  return (
    <div class="row-main">
      <p class="row-title">
        <a href={linkTo('importar', one.id)}>{dateTime(one.created_at)}</a>
      </p>
      <p>
        {plural(one.rows, 'linha', 'linhas')} · {plural(one.created, 'lead novo', 'leads novos')} ·{' '}
        {plural(one.refused, 'recusada', 'recusadas')}
      </p>
      {one.state === 'running' && <p class="muted">Em andamento</p>}
    </div>
  );
}

function NewImport() {
  const action = useAction();
  const [file, setFile] = useState<File>();
  const start = (): Promise<boolean> =>
    action.run(async () => {
      if (!file) return;
      const { data } = await call<ImportView>('POST', '/imports', file);
      goTo('importar', data.id);
    });
  return (
    <Form class="card" label="Nova importação" onSubmit={start}>
      <FileField
        label="Arquivo CSV"
        accept=".csv,text/csv"
        hint="A primeira linha traz os nomes das colunas, em inglês como na API: phone é obrigatória; name, email, notes, tags, external_id, consent, utm_source e outras são opcionais."
        problem={action.failure?.problemOf('body')}
        onChoose={setFile}
      />
      <p class="small muted">
        Enviar de novo o mesmo arquivo não cria nada em dobro. Linhas com problema ficam de fora e aparecem no
        relatório.
      </p>
      <FailureNotice failure={action.failure} shown={['body']} />
      <div class="actions">
        <Button type="submit" kind="primary" icon="upload" isBusy={action.isBusy} disabled={!file}>
          Importar arquivo
        </Button>
      </div>
    </Form>
  );
}
