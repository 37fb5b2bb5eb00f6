import { useState } from 'preact/hooks';
import type { SourceView } from '../../../src/contract/source';
import { dateTime } from '../../format';
import { goTo, linkTo } from '../../router';
import { Select } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { ToolSteps } from './connect';
import { Deliveries } from './deliveries';
import { SendTest } from './first-lead';
import { FormSettings } from './form-settings';
import { FormSharing } from './form-sharing';
import { Light, useHeldCount } from './source-light';
import { SourceActions } from './source-actions';
import { SourceSettings } from './source-settings';
import { BIRTHPLACES, OTHER_TOOL } from './tools';
import { KIND_WORDS } from './words';

/** A source: its state, its settings and what came. */
export function SourcePage({ id }: { readonly id: string }) {
  const source = useResource<SourceView>(`/sources/${encodeURIComponent(id)}`);
  useChanges(['delivery', 'notification'], () => void source.refresh());
  return (
    <PageFrame title="Fonte" heading={source.data?.name}>
      <p class="back">
        <a href={linkTo('fontes')}>Todas as fontes</a>
      </p>
      <Loaded from={source}>{(found) => <OneSource of={found} onChanged={source.reload} />}</Loaded>
    </PageFrame>
  );
}

function OneSource({ of: source, onChanged }: { readonly of: SourceView; readonly onChanged: () => Promise<void> }) {
  const heldOf = useHeldCount();
  const leave = async (): Promise<void> => goTo(linkTo('fontes'));
  return (
    <div class="source">
      <section class="card row" aria-label="Situação">
        <div class="row-main">
          <Light of={source} held={heldOf(source.id)} />
          <p class="small muted">
            {KIND_WORDS[source.kind]} · endereço final {source.hint} · criada em {dateTime(source.created_at)}
          </p>
        </div>
        <SourceActions of={source} held={heldOf(source.id)} onChanged={onChanged} onDeleted={leave} />
        <SendTest of={source} onSent={onChanged} />
      </section>
      {source.kind === 'form' ? (
        <>
          <section class="card connect" aria-labelledby="form-sharing">
            <h2 id="form-sharing">Onde mostrar</h2>
            <FormSharing of={source} />
          </section>
          <FormSettings of={source} onSaved={onChanged} />
        </>
      ) : (
        <HowToConnect name={source.name} />
      )}
      <SourceSettings of={source} onSaved={onChanged} />
      <Deliveries of={source} onChanged={onChanged} />
    </div>
  );
}

const WEBHOOK_TOOLS = BIRTHPLACES.flatMap(({ tools }) => tools).filter(({ way }) => way === 'webhook');
const TOOL_OPTIONS = WEBHOOK_TOOLS.map(({ id, title }) => ({ value: id, text: title }));

/** Steps of each tool, first those of the one that the source is named after. The address is shown only when it is made. */
function HowToConnect({ name }: { readonly name: string }) {
  const likely = WEBHOOK_TOOLS.find(({ title }) => name.includes(title)) ?? OTHER_TOOL;
  const [chosen, setChosen] = useState(likely.id);
  const tool = WEBHOOK_TOOLS.find(({ id }) => id === chosen);
  return (
    <details class="card connect first-steps">
      <summary>Como ligar a ferramenta</summary>
      <Select label="Ferramenta" value={chosen} options={TOOL_OPTIONS} onChange={setChosen} />
      {tool && <ToolSteps of={tool} />}
      <p class="muted">Perdeu o endereço? Crie outro em “Novo endereço”: o atual continua valendo por um tempo.</p>
    </details>
  );
}
