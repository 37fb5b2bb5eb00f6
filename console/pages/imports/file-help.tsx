import { MAX_IMPORT_BYTES, MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../src/contract/limits';
import { count } from '../../format';
import { Button } from '../../ui/button';
import { saveFile } from '../../ui/save-file';
import { TEMPLATE } from './template';

export function FileHelp() {
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
            Só um telefone que falta ou não existe recusa a linha. O resto que não puder ser lido fica de fora, e a
            pessoa entra.
          </li>
          <li>
            Valor: 1.234,50, 1234,50 ou R$ 1.234,50. O ponto separa os milhares: 1.234 são mil duzentos e trinta e
            quatro.
          </li>
          <li>Data: 23/11/2026 ou 23/11/2026 14:30, no horário de Brasília. Vale só para leads novos.</li>
          <li>Etiquetas: separe com vírgula, ; ou |. Funil e etapa: pelo nome.</li>
          <li>
            Origem: por exemplo Rede social, Google Ads, Indicação ou Direto. Vale só para leads ainda sem origem
            definida.
          </li>
          <li>
            Até {MAX_IMPORT_BYTES / 1024 / 1024} MB, {count(MAX_IMPORT_ROWS)} linhas, {MAX_IMPORT_COLUMNS} colunas e{' '}
            {count(MAX_IMPORT_CELL)} caracteres em uma célula.
          </li>
          <li>Enviar de novo o mesmo arquivo não cria nada em dobro. As linhas recusadas podem ser baixadas.</li>
          <li>O nome do arquivo fica na lista: não use nomes de pessoas nele.</li>
        </ul>
      </details>
    </>
  );
}
