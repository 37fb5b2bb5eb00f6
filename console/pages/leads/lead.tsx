import { useEffect, useState } from 'preact/hooks';
import type { LeadDetail } from '../../../src/contract/lead';
import { dateTime } from '../../format';
import { NextStep } from '../../next-step';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { FailureNotice, Notice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { Composer } from '../activities/composer';
import { forgetDrafts } from '../activities/draft';
import { LeadActions } from './lead-actions';
import { Appointments } from './lead-appointments';
import { keptHash } from './kept-list';
import { LeadContact } from './lead-contact';
import { Deals } from './lead-deals';
import { Notes } from './lead-notes';
import { Consent, Merged, WhyThisOrigin } from './lead-parts';
import { Timeline } from './lead-timeline';
import { Responsible } from './lead-responsible';
import { type OpenLead, stageOfDeal, useLeadParts } from './open-lead';

interface LeadPageProps {
  readonly id: string;
  readonly onErased: () => void;
}

export function LeadPage({ id, onErased }: LeadPageProps) {
  const lead = useResource<LeadDetail>(`/leads/${encodeURIComponent(id)}`);
  const parts = useLeadParts(id, lead);
  useChanges(['lead'], (ids) => {
    if (ids?.has(id) ?? true) void Promise.all([lead.refresh(), parts.timeline.refresh()]);
  });
  useChanges(['activity', 'appointment'], () => void Promise.all([lead.refresh(), parts.timeline.refresh()]));
  const isErased = Boolean(lead.data?.erased_at);
  useEffect(() => {
    if (isErased) forgetDrafts(id);
  }, [isErased]);
  const saving = useAction();
  const erased = (): Promise<void> => {
    onErased();
    forgetDrafts(id);
    return parts.refresh();
  };
  return (
    <PageFrame
      title="Lead"
      heading={lead.data && (lead.data.name ?? 'Lead sem nome')}
      actions={lead.data && <LeadActions lead={lead.data} saving={saving} onErased={erased} />}
    >
      <p class="back">
        <a href={keptHash() ?? linkTo('leads')}>Todos os leads</a>
      </p>
      <FailureNotice failure={saving.failure} />
      <Loaded from={lead}>{(found) => <LeadBody of={{ lead: found, ...parts }} onPlanned={lead.refresh} />}</Loaded>
    </PageFrame>
  );
}

interface LeadBodyProps {
  readonly of: OpenLead;
  /** Reloads the lead after a change of what is planned. */
  readonly onPlanned: () => Promise<void>;
}

function LeadBody({ of: open, onPlanned }: LeadBodyProps) {
  const { lead, names } = open;
  const [taskAsked, askForTask] = useState(0);
  return (
    <>
      {lead.erased_at && (
        <Notice kind="info">
          Os dados desta pessoa foram apagados em {dateTime(lead.erased_at)}. As contagens continuam.
        </Notice>
      )}
      <NextOfLead of={open} onPlan={() => askForTask((times) => times + 1)} />
      <Deals of={open} />
      <div class="columns of-lead">
        <div class="to-write">
          {!lead.erased_at && (
            <section class="card">
              <h2>Registrar</h2>
              <Composer
                leadId={lead.id}
                taskAsked={taskAsked}
                onSaved={() => Promise.all([open.timeline.refresh(), onPlanned()])}
              />
            </section>
          )}
        </div>
        <div class="person">
          <Responsible of={open} />
          <LeadContact of={open} />
          <Appointments of={open} />
        </div>
        <div class="past">
          <Notes of={open} />
          <Timeline of={open} />
        </div>
        <div>
          <WhyThisOrigin lead={lead} />
          <Consent of={lead} names={names} />
          <Merged leads={lead.merged_leads} />
        </div>
      </div>
    </>
  );
}

interface NextOfLeadProps {
  readonly of: OpenLead;
  /** Opens the form of a task. */
  readonly onPlan: () => void;
}

function NextOfLead({ of: { lead, pipelines }, onPlan }: NextOfLeadProps) {
  const at = lead.next_contact;
  const stages = lead.deals.map(({ stage_id: id }) => stageOfDeal(pipelines, id));
  const isOpen = !lead.erased_at && stages.some((stage) => stage && !stage.is_won && !stage.is_lost);
  if (!at && !isOpen) return null;
  return (
    <p class="next-of-lead">
      {at && 'Próximo passo: '}
      <NextStep at={at} isOpen={isOpen} />
      {!at && (
        <Button kind="quiet" label="Marcar o próximo passo" onClick={onPlan}>
          Marcar
        </Button>
      )}
    </p>
  );
}
