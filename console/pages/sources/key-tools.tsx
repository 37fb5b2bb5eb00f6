import type { ComponentChildren } from 'preact';
import { curlLine } from '../../../src/contract/base-path';
import sheetScript from '../../../docs/quick-start/planilha.gs?raw';
import { useMay } from '../../me';
import { linkTo } from '../../router';
import { CopyField } from '../../ui/copy-field';
import { FIRST_CONTACT_TAG } from '../start/first-contact';
import { formPage } from '../start/form-page';
import { OTHER_TOOL } from './tools';

/** Ways that call the API with a key: a spreadsheet, a program, a page in PHP. */
export function KeyTool({ id }: { readonly id: string }) {
  if (id === 'planilha') return <Spreadsheet />;
  return id === 'php' ? <PhpPage /> : <Program />;
}

/** Card of a way, with the key that it needs. */
function KeyWay({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card connect">
      <h2>{title}</h2>
      <KeyNote />
      {children}
    </section>
  );
}

function KeyNote() {
  const canMake = useMay()('api_keys');
  return (
    <p class="muted">
      Usa uma chave de API com a permissão de enviar leads.{' '}
      {canMake ? (
        <a href={linkTo('chaves')}>Criar em Chaves de API</a>
      ) : (
        'Quem é dono(a) da conta cria a chave, em Chaves de API.'
      )}
    </p>
  );
}

function Spreadsheet() {
  return (
    <>
      <section class="card connect">
        <h2>Um arquivo que você já tem</h2>
        <p class="muted">Uma planilha, um CSV, os contatos do celular, ou os leads que a Meta deixa baixar.</p>
        <div class="actions">
          <a class="button primary" href={linkTo('importar')}>
            Importar arquivo
          </a>
        </div>
      </section>
      <KeyWay title="Uma planilha do Google que cresce">
        <p>
          Na planilha, abra “Extensões” → “Apps Script”, cole o programa e siga o que diz o começo dele. Cada linha nova
          vira um lead.
        </p>
        <CopyField label="Programa da planilha" text={sheetScript} verb="Copiar programa" copied="Programa copiado." />
        <CopyField label="ENTRADA_URL" text={location.origin} verb="Copiar endereço" copied="Endereço copiado." />
      </KeyWay>
    </>
  );
}

function Program() {
  return (
    <KeyWay title="O seu programa chama a API">
      <p>
        Troque <code>SUA_CHAVE</code> pela chave e cole no terminal. A chave fica no servidor, nunca em uma página.{' '}
        <a href="/docs">Todos os campos e respostas</a>
      </p>
      <CopyField
        label="Pedido de teste"
        text={curlLine(location.origin, 'SUA_CHAVE')}
        verb="Copiar pedido"
        copied="Pedido copiado."
      />
      <p class="muted">
        O envio foi recusado? O motivo está nos últimos erros da chave. Se o programa só sabe enviar para um endereço,
        sem chave, <a href={linkTo('fontes', 'nova', OTHER_TOOL.id)}>crie um endereço</a>.
      </p>
    </KeyWay>
  );
}

function PhpPage() {
  return (
    <KeyWay title="Uma página com formulário, em PHP">
      <p>Coloque o arquivo no servidor do site. O começo dele diz o que definir.</p>
      <CopyField
        label="contato.php"
        text={formPage(location.origin)}
        verb="Copiar formulário"
        copied="Formulário copiado."
      />
      <p class="muted">Para saber de onde cada visitante veio, inclua nas outras páginas do site:</p>
      <CopyField label="Nas outras páginas" text={FIRST_CONTACT_TAG} verb="Copiar linha" copied="Linha copiada." />
    </KeyWay>
  );
}
