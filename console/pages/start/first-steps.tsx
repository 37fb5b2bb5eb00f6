import type { ComponentChildren } from 'preact';
import type { LeadView } from '../../../src/contract/lead';
import { phoneText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { NewLead } from '../leads/new-lead';

interface FirstStepsProps {
  readonly lead: LeadView | undefined;
  readonly onDone: () => void;
}

/** Steps from an empty account to its first leads: one's own first, then those that arrive by themselves. */
export function FirstSteps({ lead, onDone }: FirstStepsProps) {
  const isDone = lead !== undefined;
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">Primeiros passos</h2>
      <ol>
        <Step title="Traga os leads que você já tem" isDone={isDone}>
          <p class="muted">De uma planilha, de outro sistema ou da agenda do celular.</p>
          <a class="button primary" href={linkTo('importar')}>
            <Icon name="upload" />
            Importar planilha
          </a>
        </Step>
        <Step title="Ou cadastre um à mão" isDone={isDone}>
          <p class="muted">Basta o telefone. O resto pode vir depois.</p>
          <NewLead />
        </Step>
        <Step title="Ligue o lugar onde os seus leads nascem" isDone={isDone}>
          <p class="muted">O site, um anúncio, um formulário, o WhatsApp: em três passos eles chegam sozinhos.</p>
          <a class="button" href={linkTo('fontes', 'nova')}>
            <Icon name="source" />
            Nova fonte
          </a>
        </Step>
        <ArrivalStep lead={lead} onDone={onDone} />
      </ol>
    </section>
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
        <p class="muted">Ele aparece aqui sozinho, venha de onde vier.</p>
      )}
    </Step>
  );
}
