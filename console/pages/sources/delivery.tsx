import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DeliveryView, ListedDelivery, MappedField } from '../../../src/contract/source';
import { call } from '../../api';
import { plural, whenText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { type Choices, DeliveryFields, mappingWith } from './delivery-fields';
import { REASON_WORDS, RESULT_WORDS } from './words';

const NO_CHOICES: Choices = new Map();

interface DeliveryProps {
  readonly of: ListedDelivery;
  /** Mapping of the source; unknown, and so empty, for a deleted one. */
  readonly mapping: readonly MappedField[];
  /** Its source, where the list is of several. */
  readonly from?: ComponentChildren;
  /** Gets what was done with a delivery that no longer waits. */
  readonly onChanged: (done?: string) => Promise<unknown>;
}

/** What came, what was read as what, and what can be done about it. */
export function Delivery({ of: delivery, mapping, from, onChanged }: DeliveryProps) {
  const { result, fields, lead_id: leadId } = delivery;
  const [isOpen, setOpen] = useState(result === 'held');
  const when = whenText(delivery.received_at);
  return (
    <>
      <p class="row-title">
        <span class={result === 'held' ? 'badge warning' : 'badge accent'}>{RESULT_WORDS[result]}</span> {when}
        {from && <> · {from}</>}
        {leadId && (
          <>
            {' · '}
            <a href={linkTo('leads', leadId)}>Ver lead</a>
          </>
        )}
      </p>
      {result === 'held' && <p>{reasonOf(delivery, mapping)}</p>}
      {fields.length > 0 ? (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Ver o que chegou ({plural(fields.length, 'campo', 'campos')})</summary>
          {isOpen && <Contents of={delivery} when={when} mapping={mapping} onChanged={onChanged} />}
        </details>
      ) : (
        <>
          {delivery.reason !== 'unreadable' && (
            <p class="muted">O conteúdo foi apagado: passou o prazo de guarda, ou a pessoa foi apagada.</p>
          )}
          <Decisions of={delivery} when={when} mapping={mapping} choices={NO_CHOICES} onChanged={onChanged} />
        </>
      )}
    </>
  );
}

/** Why a delivery is held; a phone that the owner named is not looked for elsewhere. */
function reasonOf({ reason, fields }: ListedDelivery, mapping: DeliveryProps['mapping']): string {
  const named = mapping.filter(({ field }) => field === 'phone').map(({ path }) => path);
  const hasCome = fields.some(({ path }) => named.includes(path));
  if (reason === 'no_phone' && named.length > 0 && !hasCome) {
    return 'O campo que você marcou como telefone não veio neste envio. Diga qual deles é o telefone.';
  }
  return reason ? REASON_WORDS[reason] : '';
}

interface ContentsProps extends Pick<DeliveryProps, 'of' | 'mapping' | 'onChanged'> {
  /** Moment of the delivery, which tells its buttons from others. */
  readonly when: string;
}

function Contents({ of: delivery, when, mapping, onChanged }: ContentsProps) {
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [whole, setWhole] = useState<DeliveryView>();
  const loading = useAction();
  const isCut = !whole && delivery.fields.some(({ cut }) => cut);
  const load = (): Promise<boolean> =>
    loading.run(async () => setWhole((await call<DeliveryView>('GET', `/deliveries/${delivery.id}`)).data));
  return (
    <>
      <DeliveryFields
        of={delivery}
        fields={whole?.fields ?? delivery.fields}
        mapping={mapping}
        choices={choices}
        onChoose={(path, choice) => setChoices(new Map(choices).set(path, choice))}
      />
      <FailureNotice failure={loading.failure} />
      {isCut && (
        <Button kind="quiet" isBusy={loading.isBusy} onClick={load}>
          Ver os textos inteiros
        </Button>
      )}
      <Decisions of={delivery} when={when} mapping={mapping} choices={choices} onChanged={onChanged} />
    </>
  );
}

interface DecisionsProps extends ContentsProps {
  readonly choices: Choices;
}

/** Reads a delivery that waits again, dismisses it, or keeps what its fields are. */
function Decisions({ of: { id, source_id: sourceId, result }, when, mapping, choices, onChanged }: DecisionsProps) {
  const action = useAction();
  const isChosen = choices.size > 0;
  const isWaiting = result === 'held' || result === 'spam';
  const saveMapping = (): Promise<unknown> =>
    call('PATCH', `/sources/${sourceId}`, { mapping: mappingWith(mapping, choices) });
  const save = async (): Promise<void> => {
    if (!(await action.run(saveMapping))) return;
    await onChanged();
    say('Salvo: vale para os próximos envios desta fonte.');
  };
  const readAgain = async (): Promise<void> => {
    let read: DeliveryView | undefined;
    const isDone = await action.run(async () => {
      if (isChosen) await saveMapping();
      read = (await call<DeliveryView>('POST', `/deliveries/${id}/read-again`)).data;
    });
    if (!isDone || !read) return;
    const done = outcomeOf(read);
    await onChanged(read.result === 'held' ? undefined : done);
    say(done);
  };
  const dismiss = async (): Promise<void> => {
    if (!(await action.run(() => call('POST', `/deliveries/${id}/dismiss`)))) return;
    await onChanged(DISMISSED);
    say(DISMISSED);
  };
  return (
    <>
      <FailureNotice failure={action.failure} />
      <div class="actions">
        {isWaiting && (
          <Button
            kind="primary"
            label={`${readAgainWord(result === 'spam', isChosen)}: envio de ${when}`}
            isBusy={action.isBusy}
            onClick={readAgain}
          >
            {readAgainWord(result === 'spam', isChosen)}
          </Button>
        )}
        {!isWaiting && isChosen && (
          <Button kind="primary" isBusy={action.isBusy} onClick={save}>
            Salvar para os próximos
          </Button>
        )}
        {result === 'held' && (
          <Button icon="trash" label={`Descartar o envio de ${when}`} onClick={dismiss}>
            Descartar
          </Button>
        )}
      </div>
    </>
  );
}

const DISMISSED = 'Envio descartado. Nenhum lead mudou.';

const readAgainWord = (isSpam: boolean, isChosen: boolean): string =>
  isChosen ? 'Salvar e ler de novo' : isSpam ? 'Não é spam' : 'Ler de novo';

function outcomeOf({ result, reason }: DeliveryView): string {
  if (result === 'created') return 'Lido de novo: um lead novo.';
  if (result === 'updated') return 'Lido de novo: o lead foi atualizado.';
  return result === 'held' && reason ? `Ainda falta algo. ${REASON_WORDS[reason]}` : 'Lido de novo.';
}
