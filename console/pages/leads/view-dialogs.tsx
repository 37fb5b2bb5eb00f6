import type { ComponentChildren } from 'preact';
import { MAX_VIEW_NAME } from '../../../src/contract/limits';
import type { SavedViewShape } from '../../../src/contract/saved-view';
import { call } from '../../api';
import { changeQuery, goTo, presentQuery } from '../../router';
import { addressOfView, filtersIn, type SavedViews } from '../../saved-views';
import { Button } from '../../ui/button';
import { Confirm, Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';

/** What a dialog asks about: a new view, or one that exists. */
export type ViewTask =
  { readonly kind: 'save' } | { readonly kind: 'rename' | 'delete'; readonly view: SavedViewShape };

interface TaskProps {
  readonly views: SavedViews;
  readonly onClose: () => void;
}

interface ViewDialogProps extends TaskProps {
  readonly task: ViewTask;
  readonly isSearching: boolean;
}

export function ViewDialog({ task, isSearching, ...props }: ViewDialogProps) {
  if (task.kind === 'save') return <SaveView {...props} isSearching={isSearching} />;
  return task.kind === 'rename' ? (
    <RenameView {...props} view={task.view} />
  ) : (
    <DeleteView {...props} view={task.view} />
  );
}

function SaveView({ views, isSearching, onClose }: TaskProps & Pick<ViewDialogProps, 'isSearching'>) {
  const save = async (name: string): Promise<void> => {
    const body = { name, query: filtersIn(presentQuery()) };
    const { data: view } = await call<SavedViewShape>('POST', '/saved-views', body);
    await views.reload();
    onClose();
    goTo(addressOfView(view));
    say('Visão salva.');
  };
  return (
    <NameForm title="Salvar visão" verb="Salvar" onName={save} onClose={onClose}>
      {isSearching && <p class="small muted">O texto da busca não fica na visão.</p>}
    </NameForm>
  );
}

interface ChangeProps extends TaskProps {
  readonly view: SavedViewShape;
}

function RenameView({ view, views, onClose }: ChangeProps) {
  const rename = async (name: string): Promise<void> => {
    await call('PATCH', `/saved-views/${view.id}`, { name });
    await views.reload();
    onClose();
    say('Nome alterado.');
  };
  return <NameForm title="Renomear visão" verb="Salvar nome" name={view.name} onName={rename} onClose={onClose} />;
}

interface NameFormProps {
  readonly title: string;
  readonly verb: string;
  readonly name?: string;
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

function NameForm({ title, verb, name, onName, onClose, children }: NameFormProps) {
  const { run, isBusy, failure } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={(values) => run(() => onName(textOf(values, 'name')))}>
        <FailureNotice failure={failure} shown={['name']} />
        <TextField
          label="Nome"
          name="name"
          defaultValue={name}
          maxLength={MAX_VIEW_NAME}
          autocomplete="off"
          required
          problem={failure?.problemOf('name')}
        />
        {children}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Asks before the view is deleted. The list keeps its filters. */
function DeleteView({ view, views, onClose }: ChangeProps) {
  const action = useAction();
  const remove = async (): Promise<void> => {
    await call('DELETE', `/saved-views/${view.id}`);
    await views.reload();
    onClose();
    changeQuery({ visao: '' });
    say('Visão excluída.');
  };
  return (
    <Confirm
      title={`Excluir “${view.name}”?`}
      verb="Excluir visão"
      action={action}
      onConfirm={() => action.run(remove)}
      onClose={onClose}
    >
      <p>Só a visão é excluída, sem volta. Os leads ficam.</p>
    </Confirm>
  );
}
