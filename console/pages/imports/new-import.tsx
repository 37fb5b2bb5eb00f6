import { MAX_IMPORT_BYTES, MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../src/contract/limits';
import { count } from '../../format';
import { Button } from '../../ui/button';
import { FileField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Loading } from '../../ui/loaded';
import { FailureNotice, Notice } from '../../ui/notice';
import { saveFile } from '../../ui/save-file';
import { Columns } from './columns';
import { Sample } from './sample';
import { TEMPLATE } from './template';
import { useNewImport } from './use-new-import';

/** A file is chosen, its columns are named, its first rows are looked at, and it is sent. */
export function NewImport() {
  const { fields, shown, failure, isLooking, isSending, choose, assign, start } = useNewImport();
  const hasPhone = fields.includes('phone');
  return (
    <Form class="card" label="Nova importação" onSubmit={start}>
      <FileField
        label="Arquivo CSV"
        accept=".csv,text/csv"
        hint="Salve a planilha como CSV. A primeira linha traz os nomes das colunas; a única obrigatória é a do telefone."
        problem={failure?.problemOf('body')}
        onChoose={(file) => void choose(file)}
      />
      <FileHelp />
      <FailureNotice failure={failure} shown={['body']} />
      {!shown && isLooking && <Loading />}
      {shown && fields.length > 0 && (
        <>
          <Columns of={shown} fields={fields} onAssign={assign} />
          {hasPhone ? <Sample of={shown} fields={fields} /> : <NoPhone />}
        </>
      )}
      <div class="actions">
        <Button type="submit" kind="primary" icon="upload" isBusy={isSending} disabled={!hasPhone || isLooking}>
          Importar arquivo
        </Button>
      </div>
    </Form>
  );
}

const NoPhone = () => (
  <Notice kind="warning">
    <p>Escolha qual coluna traz o telefone: é por ele que cada pessoa é reconhecida.</p>
  </Notice>
);

function FileHelp() {
  return (
    <>
      <div class="actions">
        <Button kind="quiet" icon="download" onClick={() => saveFile('modelo.csv', TEMPLATE, 'text/csv')}>
          Baixar modelo
        </Button>
      </div>
      <details>
        <summary>Como preencher a planilha</summary>
        <ul class="bullets small">
          <li>Telefone com DDD: (11) 98765-4321. De outros países, com + e o código.</li>
          <li>
            Valor: 1.234,50, 1234,50 ou R$ 1.234,50. O ponto separa os milhares: 1.234 são mil duzentos e trinta e
            quatro.
          </li>
          <li>Data: 23/11/2026 ou 23/11/2026 14:30, no horário de Brasília. Vale só para leads novos.</li>
          <li>Etiquetas: separe com ; ou |. Funil e etapa: pelo nome.</li>
          <li>
            Origem: por exemplo Rede social, Google Ads, Indicação ou Direto. Vale só para leads ainda sem origem
            definida.
          </li>
          <li>
            Até {MAX_IMPORT_BYTES / 1024 / 1024} MB, {count(MAX_IMPORT_ROWS)} linhas, {MAX_IMPORT_COLUMNS} colunas e{' '}
            {count(MAX_IMPORT_CELL)} caracteres em uma célula.
          </li>
          <li>
            Enviar de novo o mesmo arquivo não cria nada em dobro. Linhas com problema ficam de fora e podem ser
            baixadas com o motivo.
          </li>
          <li>O nome do arquivo fica na lista: não use nomes de pessoas nele.</li>
        </ul>
      </details>
    </>
  );
}
