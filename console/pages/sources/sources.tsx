import { MAX_ACTIVE_SOURCES } from '../../../src/contract/limits';
import type { SourceView } from '../../../src/contract/source';
import { linkTo } from '../../router';
import { Icon } from '../../ui/icon';
import { Empty, Loaded } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { Light, useHeldCount } from './source-light';
import { SourceActions } from './source-actions';
import { KIND_WORDS } from './words';

/** Sources of the account, each with a light. */
export function Sources() {
  const sources = useResource<SourceView[]>('/sources');
  useChanges(['delivery', 'notification'], () => void sources.refresh());
  const heldOf = useHeldCount();
  const active = sources.data?.filter((source) => source.active).length ?? 0;
  const isFull = active >= MAX_ACTIVE_SOURCES;
  return (
    <PageFrame
      title="Fontes"
      about="De onde os leads chegam sozinhos: formulários, anúncios e outras ferramentas, sem programar."
      actions={
        <>
          {active > 0 && (
            <span class="badge">
              {active} de {MAX_ACTIVE_SOURCES} ligadas
            </span>
          )}
          {!isFull && (
            <a class="button primary" href={linkTo('fontes', 'nova')}>
              <Icon name="plus" />
              Nova fonte
            </a>
          )}
        </>
      }
    >
      {isFull && (
        <p class="muted">O limite é de {MAX_ACTIVE_SOURCES} fontes ligadas. Desligue ou exclua uma para criar outra.</p>
      )}
      <Loaded from={sources}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nenhuma fonte ainda">
              Diga onde nascem os seus leads em <a href={linkTo('fontes', 'nova')}>Nova fonte</a>: em três passos eles
              chegam aqui.
            </Empty>
          ) : (
            <ul class="rows">
              {all.map((source) => (
                <li key={source.id} class={source.active ? 'card row' : 'card row faded'}>
                  <div class="row-main">
                    <h2 class="row-title">
                      <a href={linkTo('fontes', source.id)}>{source.name}</a>
                    </h2>
                    <Light of={source} held={heldOf(source.id)} />
                    <p class="small muted">
                      {KIND_WORDS[source.kind]} · endereço final {source.hint}
                    </p>
                  </div>
                  <SourceActions
                    of={source}
                    held={heldOf(source.id)}
                    onChanged={sources.reload}
                    onDeleted={sources.reload}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </PageFrame>
  );
}
