import type { ComponentChildren } from 'preact';
import type { ListedLead } from '../../../src/contract/day/today';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { dealsInProgress } from '../../deals';
import { phoneText } from '../../format';
import { NextStep } from '../../next-step';
import { goTo, linkTo } from '../../router';
import { phoneAsShown, wholePhone } from '../../typed-phone';
import { Icon, type IconName } from '../../ui/icon';
import type { TypedPerson } from '../leads/new-lead';
import type { FoundLeads } from './found-leads';

/** What a choice does. */
export interface Choices {
  readonly onClose: () => void;
  /** Shows the list of leads with this search. */
  readonly onList: (search: string) => void;
  /** Enters a new lead. */
  readonly onNew: (person: TypedPerson) => void;
}

export interface Option {
  readonly key: string;
  /** Of one that is a page. */
  readonly href?: string;
  readonly choose: () => void;
  readonly content: ComponentChildren;
}

/** The leads that were found, then all on their list, and at last somebody new, if the answer is the one to this search. */
export function optionsOf(
  found: FoundLeads,
  search: string,
  pipelines: readonly OwnerPipelineView[],
  { onClose, onList, onNew }: Choices,
): readonly Option[] {
  const { leads, hasMore } = found;
  const options = leads.map((lead): Option => {
    const href = linkTo('leads', lead.id);
    const choose = (): void => {
      onClose();
      goTo(href);
    };
    return { key: lead.id, href, choose, content: <Found lead={lead} pipelines={pipelines} /> };
  });
  if (leads.length > 0 || hasMore) {
    const content = (
      <Further icon="list">{leads.length > 0 ? 'Ver todos na lista' : 'Continuar a busca na lista'}</Further>
    );
    options.push({ key: 'list', choose: () => onList(search), content });
  }
  const person = found.search === search ? strangerOf(found) : undefined;
  if (person) {
    const [typed, shown] = person;
    options.push({ key: 'new', choose: () => onNew(typed), content: <Further icon="plus">Cadastrar {shown}</Further> });
  }
  return options;
}

/** Whom the search names and no lead is, and how that is shown. */
function strangerOf({ search, leads, hasMore }: FoundLeads): readonly [TypedPerson, shown: string] | undefined {
  if (leads.length > 0) return undefined;
  const whole = wholePhone(search);
  if (whole) return [{ phone: phoneAsShown(whole) }, phoneAsShown(whole)];
  if (hasMore) return undefined;
  if (search.includes('@')) return [{ email: search }, search];
  return /\p{L}/u.test(search) ? [{ name: search }, `“${search}”`] : undefined;
}

interface FoundProps {
  readonly lead: ListedLead;
  readonly pipelines: readonly OwnerPipelineView[];
}

function Found({ lead, pipelines }: FoundProps) {
  const isOpen = pipelines.some((pipeline) => dealsInProgress(lead.deals, pipeline).length > 0);
  return (
    <>
      <span class="found-name clipped">{lead.name ?? 'Sem nome'}</span>{' '}
      <span class="nowrap">{phoneText(lead.phone)}</span>{' '}
      <span class="found-responsible muted clipped">{lead.responsible?.name ?? 'Sem responsável'}</span>{' '}
      <span class="found-next nowrap">
        <NextStep at={lead.next_contact} isOpen={isOpen} />
      </span>
    </>
  );
}

function Further({ icon, children }: { readonly icon: IconName; readonly children: ComponentChildren }) {
  return (
    <>
      <Icon name={icon} />
      <span class="clipped">{children}</span>
    </>
  );
}
