import { useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { dealsInProgress } from '../../deals';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useChange } from '../../use-change';
import { DealFields, typedValueOf } from './deal-fields';
import { type OpenLead, stageOfDeal } from './open-lead';

/** Puts a lead into a pipeline where it has no deal in progress. */
export function AddDeal({ of: open }: { readonly of: OpenLead }) {
  const [isOpen, setOpen] = useState(false);
  const { lead, refresh } = open;
  const pipelines = freePipelines(open);
  if (lead.erased_at || pipelines.length === 0) return null;
  const hasNone = lead.deals.length === 0;
  const title = hasNone ? 'Colocar no funil' : 'Novo negócio';
  const close = (): void => setOpen(false);
  return (
    <div class={hasNone ? 'card ending' : 'ending'}>
      {hasNone && 'Este lead não está em nenhum funil.'}
      <Button icon="plus" kind={hasNone ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen && <NewDeal {...{ leadId: lead.id, pipelines, title, refresh }} onClose={close} />}
    </div>
  );
}

/** The pipelines in which the lead has no deal in progress. */
export const freePipelines = ({ lead, pipelines }: OpenLead): readonly OwnerPipelineView[] =>
  pipelines.filter((pipeline) => dealsInProgress(lead.deals, pipeline).length === 0);

interface NewDealProps {
  readonly leadId: string;
  readonly pipelines: readonly OwnerPipelineView[];
  /** Chosen at first, instead of the stage where leads enter. */
  readonly stageId?: string;
  readonly title: string;
  readonly refresh: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the stage and the value of a new deal, and makes it. */
export function NewDeal({ leadId, pipelines, stageId, title, refresh, onClose }: NewDealProps) {
  const action = useChange(refresh);
  const put = async (values: FormData): Promise<void> => {
    const chosen = textOf(values, 'stage');
    const isPut = await action.run(() =>
      call('POST', `/leads/${leadId}/deals`, { stage_id: chosen, ...typedValueOf(values) }),
    );
    if (!isPut) return;
    onClose();
    say(`O lead agora está em “${stageOfDeal(pipelines, chosen)?.name}”.`);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={put}>
        <FailureNotice failure={action.failure} shown={['stage_id', 'value']} />
        <DealFields pipelines={pipelines} stageId={stageId} problemOf={(field) => action.failure?.problemOf(field)} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Criar negócio
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
