import { useState } from 'preact/hooks';
import type { HeldState, HeldSubmissionView } from '../../../src/contract/held-submission';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { ListedDelivery } from '../../../src/contract/source';
import { call } from '../../api';
import { dateTime, phoneText } from '../../format';
import { useKeyNames } from '../../key-names';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { lazily } from '../../ui/lazily';
import { Empty, Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { PageFrame } from '../../ui/page';
import { useActed } from '../../use-acted';
import { useAction } from '../../use-action';
import { useChanges } from '../../use-changes';
import { usePages } from '../../use-pages';
import { useResource } from '../../use-resource';
import { HELD_REASON_WORDS, HELD_STATE_WORDS, optionsOf } from '../../words';
import { ApplyHeld } from './apply-held';
import { HeldBody } from './sent-body';

const STATES = optionsOf(HELD_STATE_WORDS).map((state) => ({
  value: state,
  text: HELD_STATE_WORDS[state],
}));

const HeldDeliveries = lazily(async () => (await import('../sources/held-deliveries')).HeldDeliveries);

export function HeldSubmissions({ onDecided }: { readonly onDecided: () => Promise<void> }) {
  const [state, setState] = useState<HeldState>('held');
  const held = usePages<HeldSubmissionView>(`/held-submissions?state=${state}`);
  const deliveries = usePages<ListedDelivery>('/deliveries?result=held');
  useChanges(['notification'], () => void held.refresh());
  useChanges(['delivery'], () => void deliveries.refresh());
  const names = useHeldNames();
  const acted = useActed(held.data ?? NONE);
  const onHeldDecided = async (one: HeldSubmissionView, done: string): Promise<void> => {
    acted.act(one, done, undefined);
    await Promise.all([held.reload(), onDecided()]);
  };
  const onDeliveryDecided = (): Promise<unknown> => Promise.all([deliveries.refresh(), onDecided()]);
  const hasDeliveries = state === 'held' && (deliveries.data ?? []).length > 0;
  return (
    <PageFrame
      title="A conferir"
      about="Envios retidos: foram aceitos e esperam uma decisão sua. Nada do que foi recebido se perde."
      actions={<Select label="Mostrar" value={state} onChange={setState} options={STATES} />}
    >
      {hasDeliveries && <HeldDeliveries of={deliveries} onDecided={onDeliveryDecided} />}
      <Loaded from={held}>
        {() =>
          acted.rows.length === 0 ? (
            !hasDeliveries && (
              <Empty title={state === 'held' ? 'Nada pendente' : 'Nada aqui ainda'}>
                {state === 'held' && WHAT_IS_HELD}
              </Empty>
            )
          ) : (
            <>
              <ul class="rows">
                {acted.rows.map((one) => {
                  const done = acted.actedOn(one.id)?.done;
                  return (
                    <li key={one.id} class={done ? 'card faded' : 'card'} inert={Boolean(done)}>
                      {done}
                      <Held submission={one} names={names} onDecided={(text) => onHeldDecided(one, text)} />
                    </li>
                  );
                })}
              </ul>
              <More of={held} />
            </>
          )
        }
      </Loaded>
      {state !== 'held' && (
        <p class="muted">
          Os envios das fontes ficam na página de cada uma, em <a href={linkTo('fontes')}>Fontes</a>.
        </p>
      )}
    </PageFrame>
  );
}

const NONE: readonly HeldSubmissionView[] = [];

const WHAT_IS_HELD =
  'Fica retido o envio que o sistema já recebeu, mas que só você pode decidir: não trouxe telefone, o telefone é de mais de um lead, o código já é de outro telefone, ou a anotação não coube. Você decide aqui a qual lead ele pertence.';

/** Names of the ids in a submission. */
interface HeldNames {
  readonly nameOf: (id: string) => string | undefined;
  readonly key: (key: HeldSubmissionView['key']) => string;
}

function useHeldNames(): HeldNames {
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const keyName = useKeyNames();
  const named = pipelines.flatMap((pipeline) => [pipeline, ...pipeline.stages]);
  return {
    nameOf: (id) => named.find((nameOf) => nameOf.id === id)?.name,
    key: ({ id, name }) => keyName?.(id) ?? name,
  };
}

interface HeldProps {
  readonly submission: HeldSubmissionView;
  readonly names: HeldNames;
  readonly onDecided: (done: string) => Promise<void>;
}

function Held({ submission, names, onDecided }: HeldProps) {
  const [open, setOpen] = useState<'apply' | 'dismiss'>();
  const close = (): void => setOpen(undefined);
  const reason = HELD_REASON_WORDS[submission.reason];
  const who = phoneText(submission.phone) || 'telefone apagado';
  return (
    <>
      <h2 class="row-title">{reason.title}</h2>
      <p class="muted">{reason.text}</p>
      <p class="small muted">
        {who} · chave {names.key(submission.key)} · {dateTime(submission.created_at)}
        {submission.external_id && ` · código no sistema de origem ${submission.external_id}`}
      </p>
      <HeldBody body={submission.body} isErased={submission.phone === null} nameOf={names.nameOf} />
      {submission.state === 'held' ? (
        <div class="actions">
          <Button kind="primary" icon="check" label={`Aplicar o envio de ${who}`} onClick={() => setOpen('apply')}>
            Aplicar
          </Button>
          <Button icon="trash" label={`Descartar o envio de ${who}`} onClick={() => setOpen('dismiss')}>
            Descartar
          </Button>
        </div>
      ) : (
        <Outcome of={submission} />
      )}
      {open === 'apply' && (
        <ApplyHeld submission={submission} onDone={() => onDecided('Envio aplicado.')} onClose={close} />
      )}
      {open === 'dismiss' && <DismissHeld id={submission.id} onDone={() => onDecided(DISMISSED)} onClose={close} />}
    </>
  );
}

function Outcome({ of: { resolved_at: at, lead_id: lead, state } }: { readonly of: HeldSubmissionView }) {
  if (!at) return null;
  return (
    <p>
      {state === 'applied' ? 'Aplicado' : 'Descartado'} em {dateTime(at)}
      {lead && (
        <>
          {' · '}
          <a href={linkTo('leads', lead)}>Ver lead</a>
        </>
      )}
    </p>
  );
}

interface DismissProps {
  readonly id: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const DISMISSED = 'Envio descartado.';

function DismissHeld({ id, onDone, onClose }: DismissProps) {
  const action = useAction();
  const dismiss = async (): Promise<void> => {
    if (!(await action.run(() => call('POST', `/held-submissions/${id}/dismiss`)))) return;
    onClose();
    await onDone();
    say(DISMISSED);
  };
  return (
    <Confirm title="Descartar este envio?" verb="Descartar" action={action} onConfirm={dismiss} onClose={onClose}>
      <p>Nenhum lead muda. O envio continua visível em “Descartados”.</p>
    </Confirm>
  );
}
