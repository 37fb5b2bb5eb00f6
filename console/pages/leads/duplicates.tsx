import { useState } from 'preact/hooks';
import type { DuplicateGroup, LeadView } from '../../../src/contract/lead';
import { call } from '../../api';
import { phoneText } from '../../format';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Empty, Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';
import { LeadFacts } from './lead-facts';

/** Phones that more than one lead has. */
export function Duplicates() {
  const groups = usePages<DuplicateGroup>('/leads/duplicates');
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
  const [survivor, setSurvivor] = useState<LeadView>();
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
      {survivor && <Merge group={group} survivor={survivor} onDone={onMerged} onClose={() => setSurvivor(undefined)} />}
    </>
  );
}

const nameOf = (lead: LeadView): string => lead.name ?? 'o lead sem nome';

interface MergeProps {
  readonly group: DuplicateGroup;
  readonly survivor: LeadView;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

function Merge({ group, survivor, onDone, onClose }: MergeProps) {
  const action = useAction();
  const others = group.leads.filter((lead) => lead.id !== survivor.id);
  const merge = async (): Promise<void> => {
    const isMerged = await action.run(async () => {
      for (const { id } of others) await call('POST', `/leads/${id}/merge`, { into: survivor.id });
    });
    if (isMerged) {
      onClose();
      say(`Tudo está agora em ${nameOf(survivor)}.`);
    }
    await onDone();
  };
  return (
    <Confirm
      title="Mesclar estes leads?"
      verb="Mesclar"
      isDanger={false}
      action={action}
      onConfirm={merge}
      onClose={onClose}
    >
      <p>
        {others.map(nameOf).join(', ')} → <strong>{nameOf(survivor)}</strong>. O que já está preenchido no lead que fica
        não muda. Não há como desfazer; o registro dos outros é guardado junto dele.
      </p>
    </Confirm>
  );
}
