import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api';
import { presentQuery, useQuery } from '../../router';
import { differs, filtersIn, type SavedViews, viewIn } from '../../saved-views';
import { Button } from '../../ui/button';
import { lazily } from '../../ui/lazily';
import { Menu } from '../../ui/menu';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import type { ViewTask } from './view-dialogs';

const load = async () => (await import('./view-dialogs')).ViewDialog;

const ViewDialog = lazily(load);

interface ViewActionsProps {
  readonly views: SavedViews;
  readonly isSearching: boolean;
}

/** Saves the filters and the order in the address as a view; changes, renames and deletes the open one. */
export function ViewActions({ views, isSearching }: ViewActionsProps) {
  const query = useQuery();
  const update = useAction();
  const [task, setTask] = useState<ViewTask>();
  // Loaded early, so that nothing else is shown in place of a dialog.
  useEffect(() => void load().catch(() => undefined), []);
  if (!views.data) return null;
  const view = viewIn(views, query);
  const isChanged = view && differs(query, view);
  const save = async (): Promise<void> => {
    const body = { query: filtersIn(presentQuery()) };
    const isSaved = await update.run(async () => {
      await call('PATCH', `/saved-views/${view?.id}`, body);
      await views.reload();
    });
    if (isSaved) say('Visão atualizada.');
  };
  return (
    <>
      <div class="view-actions">
        {!view && Object.keys(filtersIn(query)).length > 0 && (
          <Button onClick={() => setTask({ kind: 'save' })}>Salvar visão</Button>
        )}
        {isChanged && (
          <Button isBusy={update.isBusy} onClick={save}>
            Salvar alterações
          </Button>
        )}
        {view && (
          <Menu title="Ações da visão" icon="more">
            <Button kind="quiet" onClick={() => setTask({ kind: 'rename', view })}>
              Renomear
            </Button>
            {isChanged && (
              <Button kind="quiet" onClick={() => setTask({ kind: 'save' })}>
                Salvar como outra visão
              </Button>
            )}
            <Button kind="danger" onClick={() => setTask({ kind: 'delete', view })}>
              Excluir
            </Button>
          </Menu>
        )}
      </div>
      <FailureNotice failure={update.failure} />
      {task && <ViewDialog task={task} views={views} isSearching={isSearching} onClose={() => setTask(undefined)} />}
    </>
  );
}
