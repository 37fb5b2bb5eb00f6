import { useState } from 'preact/hooks';
import type { ApiKeyView } from '../../../src/contract/key';
import type { LeadDetail } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { dateTime, phoneText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice, Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';
import { ErasePerson } from '../people/erase-person';
import { Consent, Deals, History, Merged, type Names, Notes, WhyThisOrigin } from './lead-parts';

interface LeadPageProps {
  readonly id: string;
  readonly onErased: () => void;
}

/** Everything about one lead. */
export function LeadPage({ id, onErased }: LeadPageProps) {
  const lead = useResource<LeadDetail>(`/leads/${encodeURIComponent(id)}`);
  const [isErasing, setErasing] = useState(false);
  const saving = useExport(id);
  return (
    <Page
      title="Lead"
      heading={lead.data && (lead.data.name ?? 'Lead sem nome')}
      actions={
        lead.data && (
          <>
            <Button icon="download" isBusy={saving.isBusy} onClick={saving.save}>
              Exportar dados
            </Button>
            {!lead.data.erased_at && <EraseButton onClick={() => setErasing(true)} />}
          </>
        )
      }
    >
      <p class="back">
        <a href={linkTo('leads')}>Buscar outro lead</a>
      </p>
      <FailureNotice failure={saving.failure} />
      <Loaded from={lead}>{(found) => <LeadBody lead={found} />}</Loaded>
      {isErasing && (
        <ErasePerson
          erase={() => call('POST', `/leads/${id}/erase`)}
          onErased={() => {
            onErased();
            return lead.reload();
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </Page>
  );
}

function EraseButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button kind="danger" icon="trash" onClick={onClick}>
      Apagar dados
    </Button>
  );
}

/** Saves all that is stored about the person as a file. */
function useExport(id: string) {
  const { run, isBusy, failure } = useAction();
  const save = async (): Promise<void> => {
    const isSaved = await run(async () => {
      const { data } = await call<unknown>('GET', `/leads/${id}/export`);
      saveFile(`lead-${id}.json`, JSON.stringify(data, null, 2), 'application/json');
    });
    if (isSaved) say('Dados exportados.');
  };
  return { save, isBusy, failure };
}

function useNames(): Names {
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const keys = useResource<ApiKeyView[]>('/api-keys').data;
  const stages = pipelines.flatMap((pipeline) => pipeline.stages);
  const named = (list: readonly { id: string; name: string }[], fallback: string) => (id: string | null) =>
    list.find((one) => one.id === id)?.name ?? fallback;
  return {
    stage: named(stages, 'etapa excluída'),
    pipeline: named(pipelines, 'funil excluído'),
    // An id that is not a key's is an import's: keys are never removed from the list.
    key: named(keys ?? [], keys ? 'importação' : '…'),
  };
}

function LeadBody({ lead }: { readonly lead: LeadDetail }) {
  const names = useNames();
  return (
    <>
      {lead.erased_at && (
        <Notice kind="info">
          Os dados desta pessoa foram apagados em {dateTime(lead.erased_at)}. As contagens continuam.
        </Notice>
      )}
      <div class="columns">
        <div>
          <Contact lead={lead} />
          <Deals lead={lead} names={names} />
          <Notes text={lead.notes} />
        </div>
        <div>
          <WhyThisOrigin lead={lead} />
          <History lead={lead} names={names} />
          <Consent of={lead.consent} names={names} />
          <Merged leads={lead.merged_leads} />
        </div>
      </div>
    </>
  );
}

function Contact({ lead }: { readonly lead: LeadDetail }) {
  return (
    <section class="card">
      <h2>Contato</h2>
      <dl class="facts">
        <dt>Telefone</dt>
        <dd>{phoneText(lead.phone) || '—'}</dd>
        <dt>E-mail</dt>
        <dd>{lead.email ?? '—'}</dd>
        <dt>Etiquetas</dt>
        <dd>{lead.tags.length > 0 ? lead.tags.join(', ') : '—'}</dd>
        <dt>Desde</dt>
        <dd>{dateTime(lead.created_at)}</dd>
        <dt>Última mudança</dt>
        <dd>{dateTime(lead.updated_at)}</dd>
      </dl>
    </section>
  );
}
