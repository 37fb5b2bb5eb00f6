import type { LeadDetail } from '../../../src/contract/lead';
import type { DeliveryView, ListedDelivery, SourceView } from '../../../src/contract/source';
import { call } from '../../api';
import { phoneText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { REASON_WORDS } from './words';

/** Waits for the first delivery of a source, and shows what became of it. */
export function FirstLead({ of: source }: { readonly of: Pick<SourceView, 'id' | 'kind'> }) {
  const deliveries = useResource<ListedDelivery[]>(`/sources/${source.id}/deliveries?limit=20`);
  useChanges(['delivery', 'lead'], () => void deliveries.refresh());
  const rows = deliveries.data ?? [];
  const arrived = rows.find(({ result }) => result !== 'test' && result !== 'spam');
  const isTested = rows.some(({ result }) => result === 'test');
  return (
    <section class="card connect" aria-labelledby="first-lead">
      <h2 id="first-lead">O primeiro lead</h2>
      <div role="status">
        {arrived ? (
          <Arrived of={arrived} />
        ) : (
          <p class="waiting-for">
            {isTested ? 'O teste chegou. Esperando o primeiro lead…' : 'Esperando o primeiro lead…'}
          </p>
        )}
      </div>
      {!arrived && (
        <p class="muted">
          Ele aparece aqui sozinho. {source.kind === 'webhook' ? 'Com o endereço já copiado, você pode' : 'Você pode'}{' '}
          sair desta página: nada se perde.
        </p>
      )}
      <SendTest of={source} onSent={deliveries.reload} />
    </section>
  );
}

function Arrived({ of: { result, reason, lead_id: leadId, source_id: sourceId } }: { readonly of: ListedDelivery }) {
  if (leadId) return <ArrivedLead id={leadId} />;
  return (
    <p>
      {result === 'held' && reason ? `Chegou um envio, e falta algo. ${REASON_WORDS[reason]} ` : 'Chegou um envio. '}
      <a href={linkTo('fontes', sourceId)}>Ver o que chegou</a>
    </p>
  );
}

function ArrivedLead({ id }: { readonly id: string }) {
  const lead = useResource<LeadDetail>(`/leads/${id}`).data;
  return (
    <p>
      Seu primeiro lead chegou:{' '}
      <a href={linkTo('leads', id)}>{lead ? (lead.name ?? phoneText(lead.phone)) : 'ver o lead'}</a>
    </p>
  );
}

interface SendTestProps {
  readonly of: Pick<SourceView, 'id'>;
  readonly onSent: () => Promise<unknown>;
}

/** Makes a delivery that is no lead, to see that the pages follow the source. */
export function SendTest({ of: { id }, onSent }: SendTestProps) {
  const action = useAction();
  const send = async (): Promise<void> => {
    if (!(await action.run(() => call<DeliveryView>('POST', `/sources/${id}/test`)))) return;
    await onSent();
    say('O teste chegou. Nenhum lead foi criado.');
  };
  return (
    <>
      <FailureNotice failure={action.failure} />
      <Button isBusy={action.isBusy} onClick={send}>
        Enviar lead de teste
      </Button>
    </>
  );
}
