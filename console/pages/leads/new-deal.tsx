import { useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useChange } from '../../use-change';
import { DealFields, typedValueOf } from './deal-fields';
import type { OpenLead } from './open-lead';

const isOpenIn = (lead: OpenLead['lead'], { stages }: OwnerPipelineView): boolean => {
  const open = stages.filter((stage) => !stage.is_won && !stage.is_lost).map(({ id }) => id);
  return lead.deals.some((deal) => open.includes(deal.stage_id));
};

/** Puts a lead into a pipeline where it has no deal in progress. */
export function AddDeal({ of: { lead, pipelines, names, refresh } }: { readonly of: OpenLead }) {
  const [isOpen, setOpen] = useState(false);
  const action = useChange(refresh);
  const free = pipelines.filter((pipeline) => !isOpenIn(lead, pipeline));
  if (lead.erased_at || free.length === 0) return null;
  const put = async (values: FormData): Promise<void> => {
    const stageId = textOf(values, 'stage');
    const isPut = await action.run(() =>
      call('POST', `/leads/${lead.id}/deals`, { stage_id: stageId, ...typedValueOf(values) }),
    );
    if (!isPut) return;
    setOpen(false);
    say(`O lead agora está em “${names.stage(stageId)}”.`);
  };
  const hasNone = lead.deals.length === 0;
  const words = hasNone ? 'Colocar no funil' : 'Novo negócio';
  return (
    <div class={hasNone ? 'card ending' : 'ending'}>
      {hasNone && 'Este lead não está em nenhum funil.'}
      <Button icon="plus" kind={hasNone ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        {words}
      </Button>
      {isOpen && (
        <Dialog title={words} onClose={() => setOpen(false)}>
          <Form onSubmit={put}>
            <FailureNotice failure={action.failure} shown={['stage_id', 'value']} />
            <DealFields pipelines={free} problemOf={(field) => action.failure?.problemOf(field)} />
            <div class="dialog-actions">
              <Button onClick={() => setOpen(false)}>Cancelar</Button>
              <Button type="submit" kind="primary" isBusy={action.isBusy}>
                Colocar
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
    </div>
  );
}
