import { useEffect } from 'preact/hooks';
import type { ImportReport, ImportView, ReportedRow } from '../../../src/contract/import';
import { count, dateTime, plural } from '../../format';
import { fieldWord } from '../../refusal-words';
import { linkTo } from '../../router';
import { Empty, Loaded, More } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { usePages } from '../../use-pages';
import { useResource } from '../../use-resource';
import { ROW_WORDS } from '../../words';
import { RefusedRows } from './refused-rows';

const POLL_MS = 1_000;

export function ImportPage({ id }: { readonly id: string }) {
  const path = `/imports/${encodeURIComponent(id)}`;
  const shown = useResource<ImportView>(path);
  const { data, reload } = shown;
  useEffect(() => {
    if (data?.state !== 'running') return undefined;
    const timer = setTimeout(() => void reload(), POLL_MS);
    return () => clearTimeout(timer);
  }, [data, reload]);
  return (
    <PageFrame
      title="Importação"
      about={data && `${data.file_name ? `${data.file_name}, enviada` : 'Enviada'} em ${dateTime(data.created_at)}`}
    >
      <p class="back">
        <a href={linkTo('importar')}>Todas as importações</a>
      </p>
      <Loaded from={shown}>
        {(found) => (
          <>
            <Progress of={found} />
            <Counts of={found} />
            {found.state === 'finished' && found.refused > 0 && <RefusedRows of={id} />}
            {found.state === 'finished' && <Report path={path} />}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

function Progress({ of: { state, rows, pending } }: { readonly of: ImportView }) {
  const done = rows - pending;
  return (
    <section class="card import-progress">
      <h2 aria-live="polite">{state === 'finished' ? 'Importação concluída' : 'Importando…'}</h2>
      <progress aria-label="Linhas importadas" max={rows} value={done} />
      <p class="muted">
        {count(done)} de {plural(rows, 'linha', 'linhas')}
        {state === 'running' && '. Você pode sair desta página: a importação continua.'}
      </p>
    </section>
  );
}

const COUNTS = [
  ['created', 'Leads novos'],
  ['updated', 'Atualizados'],
  ['duplicate', 'Já importadas'],
  ['refused', 'Recusadas'],
  ['erased', 'Apagadas'],
] as const;

function Counts({ of: shown }: { readonly of: ImportView }) {
  return (
    <dl class="tiles">
      {COUNTS.filter(([name]) => name !== 'erased' || shown.erased > 0).map(([name, title]) => (
        <div key={name} class="card tile">
          <dt>{title}</dt>
          <dd class="tile-value">{count(shown[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

const reportedRows = ({ reported_rows: rows }: ImportReport): readonly ReportedRow[] => rows;

function Report({ path }: { readonly path: string }) {
  const report = usePages<ReportedRow, ImportReport>(`${path}?limit=100`, reportedRows);
  return (
    <section class="card import-report">
      <h2>O que ficou de fora</h2>
      <p class="muted">Linhas recusadas, e linhas que entraram sem alguma parte: aqui está o motivo de cada uma.</p>
      <Loaded from={report}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nada: todas as linhas entraram por inteiro" />
          ) : (
            <>
              <ReportTable rows={rows} />
              <More of={report} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function ReportTable({ rows }: { readonly rows: readonly ReportedRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Linha</th>
          <th scope="col">Resultado</th>
          <th scope="col">Motivo</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, result, fields }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <td>{ROW_WORDS[result]}</td>
            <td class="reason">
              {fields.map(({ field, message }, index) => (
                <p key={index}>
                  <strong>{fieldWord(field) ?? field}</strong>: {message}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
