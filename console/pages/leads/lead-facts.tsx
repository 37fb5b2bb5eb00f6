import type { LeadView } from '../../../src/contract/lead';
import { dateTime } from '../../format';
import { linkTo } from '../../router';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { contactsOf } from './contact';

export function LeadFacts({ of: lead }: { readonly of: LeadView }) {
  return (
    <div class="row-main">
      <p class="row-title">
        <a href={linkTo('leads', lead.id)}>{lead.name ?? 'Sem nome'}</a>
      </p>
      <p>{contactsOf(lead).join(' · ')}</p>
      <ul class="chips" aria-label="Origem e etiquetas">
        {lead.origin && <li class="chip">{ORIGIN_WORDS[lead.origin]}</li>}
        {lead.tags.map((tag) => (
          <li key={tag} class="chip">
            {tag}
          </li>
        ))}
      </ul>
      <p class="small muted">Desde {dateTime(lead.created_at)}</p>
    </div>
  );
}
