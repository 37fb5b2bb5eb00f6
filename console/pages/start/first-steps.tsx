import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { curlLine } from '../../../src/contract/base-path';
import type { ApiKeyView } from '../../../src/contract/key';
import type { LeadView } from '../../../src/contract/lead';
import { phoneText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { Icon } from '../../ui/icon';
import { Loaded } from '../../ui/loaded';
import { useChanges } from '../../use-changes';
import { useWholeList } from '../../use-resource';
import { NewKey } from '../keys/new-key';
import { NewLead } from '../leads/new-lead';
import { FIRST_CONTACT_TAG } from './first-contact';
import { formPage } from './form-page';

interface FirstStepsProps {
  readonly lead: LeadView | undefined;
  readonly onDone: () => void;
}

/** Steps from an empty account to its first leads: one's own first, then the site's. */
export function FirstSteps({ lead, onDone }: FirstStepsProps) {
  const keys = useWholeList<ApiKeyView>('/api-keys');
  // Every new key also adds a notification.
  useChanges(['notification'], () => void keys.refresh());
  return (
    <Loaded from={keys}>
      {(all) => {
        const hasKey = all.some((key) => !key.revoked_at && key.permissions.includes('leads:write'));
        return (
          <section class="card first-steps" aria-labelledby="first-steps">
            <h2 id="first-steps">Primeiros passos</h2>
            <ol>
              <ImportStep isDone={lead !== undefined} />
              <HandStep isDone={lead !== undefined} />
            </ol>
            <h2>Depois, para quem cuida do site</h2>
            <ol>
              <KeyStep isDone={hasKey} onCreated={keys.reload} />
              <SendStep isDone={lead !== undefined} isNext={hasKey} />
              <ArrivalStep lead={lead} onDone={onDone} />
            </ol>
          </section>
        );
      }}
    </Loaded>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li class={isDone ? 'first-step done' : 'first-step'}>
      <h3>
        {title}
        {isDone && (
          <span class="badge accent">
            <Icon name="check" /> feito
          </span>
        )}
      </h3>
      {children}
    </li>
  );
}

function ImportStep({ isDone }: { readonly isDone: boolean }) {
  return (
    <Step title="Traga os leads que você já tem" isDone={isDone}>
      <p class="muted">De uma planilha, de outro sistema ou da agenda do celular.</p>
      <a class="button primary" href={linkTo('importar')}>
        <Icon name="upload" />
        Importar planilha
      </a>
    </Step>
  );
}

function HandStep({ isDone }: { readonly isDone: boolean }) {
  return (
    <Step title="Ou cadastre um à mão" isDone={isDone}>
      <p class="muted">Basta o telefone. O resto pode vir depois.</p>
      <NewLead />
    </Step>
  );
}

function KeyStep({ isDone, onCreated }: { readonly isDone: boolean; readonly onCreated: () => Promise<void> }) {
  const [isCreating, setCreating] = useState(false);
  return (
    <Step title="Crie uma chave para o seu site ou sistema" isDone={isDone}>
      <p class="muted">É com ela que ele se identifica. Para um site, a permissão de enviar leads basta.</p>
      {!isDone && (
        <Button icon="key" onClick={() => setCreating(true)}>
          Criar chave
        </Button>
      )}
      {isCreating && <NewKey onCreated={onCreated} onClose={() => setCreating(false)} />}
    </Step>
  );
}

function SendStep({ isDone, isNext }: { readonly isDone: boolean; readonly isNext: boolean }) {
  return (
    <Step title="Envie um lead de teste" isDone={isDone}>
      <p class="muted">
        Troque <code>SUA_CHAVE</code> pela chave e cole no terminal, ou coloque o formulário no servidor do site. A
        chave nunca vai em uma página. <a href="/docs">Todos os campos e respostas</a>
      </p>
      {isNext && !isDone && (
        <>
          <CopyField
            label="Pedido de teste"
            text={curlLine(location.origin, 'SUA_CHAVE')}
            verb="Copiar pedido"
            copied="Pedido copiado."
          />
          <details>
            <summary>Página com formulário, em PHP</summary>
            <CopyField
              label="contato.php"
              text={formPage(location.origin)}
              verb="Copiar formulário"
              copied="Formulário copiado."
            />
            <p class="muted">
              O começo do arquivo diz o que definir. Para saber de onde cada visitante veio, inclua nas outras páginas
              do site:
            </p>
            <CopyField
              label="Nas outras páginas"
              text={FIRST_CONTACT_TAG}
              verb="Copiar linha"
              copied="Linha copiada."
            />
          </details>
        </>
      )}
    </Step>
  );
}

function ArrivalStep({ lead, onDone }: FirstStepsProps) {
  return (
    <Step title="Veja o lead chegar" isDone={lead !== undefined}>
      <div role="status">
        {lead ? (
          <p>
            Seu primeiro lead chegou: <a href={linkTo('leads', lead.id)}>{lead.name ?? phoneText(lead.phone)}</a>
          </p>
        ) : (
          <p class="waiting-for">Esperando o primeiro lead…</p>
        )}
      </div>
      {lead ? (
        <Button onClick={onDone}>Ver o painel</Button>
      ) : (
        <p class="muted">
          Ele aparece aqui sozinho. O envio foi recusado? O motivo está nos últimos erros da chave, em{' '}
          <a href={linkTo('chaves')}>Chaves de API</a>.
        </p>
      )}
    </Step>
  );
}
