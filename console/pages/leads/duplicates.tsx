import { useState } from 'preact/hooks';
import type { DuplicateGroup, OwnerLead } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { phoneText } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { Empty, Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';
import { useResource } from '../../use-resource';
import { LeadFacts } from './lead-facts';
import { endedOf, MergeDeals, rivalsOf } from './merge-deals';

/** Phones that more than one lead has. */
export function Duplicates() {
  const groups = usePages<DuplicateGroup>('/leads/duplicates?limit=20');
  return (
    <PageFrame
      title="Duplicados"
      about="Leads com o mesmo telefone. Ao mesclar, um fica com tudo: etiquetas, anotações, negócios e histórico."
    >
      <Loaded from={groups}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nenhum duplicado">
              Cada telefone da conta tem um só lead, com ou sem o nono dígito. Se a mesma pessoa for cadastrada duas
              vezes, os leads aparecem aqui, lado a lado, para você mesclar.
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {rows.map((group) => (
                  <li key={group.leads[0]?.id} class="card">
                    <Group group={group} onMerged={groups.reload} />
                  </li>
                ))}
              </ul>
              <More of={groups} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface GroupProps {
  readonly group: DuplicateGroup;
  readonly onMerged: () => Promise<void>;
}

function Group({ group, onMerged }: GroupProps) {
  const [survivor, setSurvivor] = useState<OwnerLead>();
  const phone = phoneText(group.phone);
  return (
    <>
      <h2 class="row-title">{phone}</h2>
      <ul class="side-by-side">
        {group.leads.map((lead) => (
          <li key={lead.id} class="panel">
            <LeadFacts of={lead} />
            <Button icon="merge" label={`Manter este: ${nameOf(lead)}`} onClick={() => setSurvivor(lead)}>
              Manter este
            </Button>
          </li>
        ))}
      </ul>
      {!group.is_complete && (
        <p class="small muted">Este telefone tem mais leads. Eles aparecem depois de mesclar estes.</p>
      )}
      {survivor && (
        <Merge leads={group.leads} survivor={survivor} onDone={onMerged} onClose={() => setSurvivor(undefined)} />
      )}
    </>
  );
}

const nameOf = (lead: OwnerLead): string => lead.name ?? 'o lead sem nome';

interface MergeProps {
  readonly leads: readonly OwnerLead[];
  readonly survivor: OwnerLead;
  /** Whether the numbers of the others are wrong, and dropped. */
  readonly dropsPhone?: boolean;
  readonly onDone: (isMerged: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before leads become one. */
export function Merge({ leads, survivor, dropsPhone = false, onDone, onClose }: MergeProps) {
  const action = useAction();
  const others = leads.filter((lead) => lead.id !== survivor.id);
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines');
  const rivals = rivalsOf(leads, pipelines.data ?? []);
  const merge = async (values: FormData): Promise<void> => {
    const ended = endedOf(rivals, values);
    const isMerged = await action.run(() => mergeAll(others, survivor, ended, dropsPhone));
    if (isMerged) {
      onClose();
      say(`Tudo está agora em ${nameOf(survivor)}.`);
    }
    await onDone(isMerged);
  };
  return (
    <Dialog title="Mesclar estes leads?" onClose={onClose}>
      <p>
        {others.map(nameOf).join(', ')} → <strong>{nameOf(survivor)}</strong>. O que já está preenchido no lead que fica
        não muda. Não há como desfazer; o registro dos outros é guardado junto dele.
        {dropsPhone && ` Fica o telefone ${phoneText(survivor.phone)}; o outro sai.`}
      </p>
      <Form onSubmit={merge}>
        <Loaded from={pipelines}>
          {() => (
            <>
              {rivals.map((of) => (
                <MergeDeals key={of.pipeline.id} of={of} />
              ))}
            </>
          )}
        </Loaded>
        <FailureNotice failure={action.failure} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy} disabled={!pipelines.data}>
            Mesclar
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Merges one after the other; each merge ends the deals that belong to its two leads. */
async function mergeAll(
  others: readonly OwnerLead[],
  survivor: OwnerLead,
  ended: readonly string[],
  dropsPhone: boolean,
): Promise<void> {
  for (const [index, { id, deals }] of others.entries()) {
    const own = [...deals, ...(index === 0 ? survivor.deals : [])].map((deal) => deal.id);
    const ending = ended.filter((one) => own.includes(one));
    const body = {
      into: survivor.id,
      ...(ending.length > 0 && { close_deal_ids: ending }),
      ...(dropsPhone && { drop_phone: true }),
    };
    await call('POST', `/leads/${id}/merge`, body);
  }
}
