import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextArea, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';

interface FormProps {
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Makes a pipeline from names of stages; further flags and values are set later. */
export function NewPipelineForm({ onDone, onClose }: FormProps) {
  const action = useAction();
  const create = async (values: FormData): Promise<void> => {
    const stages = stagesOf(values);
    const name = textOf(values, 'name');
    if (!(await action.run(() => call('POST', '/pipelines', { name, stages })))) return;
    onClose();
    await onDone();
    say(`O funil “${name}” foi criado.`);
  };
  return (
    <Dialog title="Novo funil" onClose={onClose}>
      <Form onSubmit={create}>
        <FailureNotice failure={action.failure} shown={['name']} />
        <TextField label="Nome" name="name" autocomplete="off" required problem={action.failure?.problemOf('name')} />
        <TextArea
          label="Etapas em andamento"
          name="stages"
          rows={4}
          hint="Uma por linha, na ordem do funil. A primeira é a de entrada."
          value={'Novo\nEm contato\nProposta'}
        />
        <div class="side-by-side">
          <TextField label="Etapa de ganho" name="won" autocomplete="off" defaultValue="Ganho" />
          <TextField label="Etapa de perda" name="lost" autocomplete="off" defaultValue="Perdido" />
        </div>
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Criar funil
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Stages in order, with the required flags; an empty name is skipped. */
function stagesOf(values: FormData) {
  const names = textOf(values, 'stages')
    .split('\n')
    .map((line) => line.trim());
  return [
    ...names.filter(Boolean).map((name, index) => ({ name, ...(index === 0 && { is_entry: true }) })),
    { name: textOf(values, 'won'), is_won: true, is_sale: true },
    { name: textOf(values, 'lost'), is_lost: true },
  ].filter(({ name }) => name !== '');
}

export function PipelineName({ pipeline, onDone, onClose }: FormProps & { readonly pipeline: OwnerPipelineView }) {
  const action = useAction();
  const rename = async (values: FormData): Promise<void> => {
    const body = { name: textOf(values, 'name') };
    if (!(await action.run(() => call('PATCH', `/pipelines/${pipeline.id}`, body)))) return;
    onClose();
    await onDone();
    say('Nome do funil alterado.');
  };
  return (
    <Dialog title="Renomear funil" onClose={onClose}>
      <Form onSubmit={rename}>
        <FailureNotice failure={action.failure} shown={['name']} />
        <TextField
          label="Nome"
          name="name"
          autocomplete="off"
          required
          defaultValue={pipeline.name}
          problem={action.failure?.problemOf('name')}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Salvar
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
