import { Fragment } from 'preact';
import type { LeadDetail } from '../../../src/contract/lead';
import { dateTime } from '../../format';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { fieldWord } from '../../refusal-words';
import { RULE_WORDS } from '../../words';
import { NoteList } from './lead-notes';
import type { Names } from './open-lead';

/** Explanation of a lead: its origin, its consent, the leads merged into it. */

export function WhyThisOrigin({ lead }: { readonly lead: LeadDetail }) {
  const signals = Object.entries(lead.attribution).flatMap(([name, value]) =>
    value ? [[fieldWord(name), value]] : [],
  );
  const facts = [...(lead.source ? [['Fonte', lead.source.name]] : []), ...signals];
  return (
    <section class="card">
      <h2>Por que esta origem?</h2>
      <p class="origin">{ORIGIN_WORDS[lead.origin]}</p>
      <p>{RULE_WORDS[lead.origin_rule]}</p>
      {facts.length > 0 && (
        <dl class="facts signals">
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <p class="small muted">Vale o primeiro contato: envios seguintes não trocam uma origem já conhecida.</p>
    </section>
  );
}

interface ConsentProps {
  readonly of: Pick<LeadDetail, 'consent' | 'source'>;
  readonly names: Names;
}

export function Consent({ of: { consent, source }, names }: ConsentProps) {
  const sourceName = consent?.source_id === source?.id && source?.name;
  return (
    <section class="card">
      <h2>Consentimento</h2>
      {consent ? (
        <>
          <p>
            Registrado em {dateTime(consent.at)}
            {consent.key_id && ` (${names.key(consent.key_id)})`}
            {consent.source_id && (sourceName ? ` pela fonte ${sourceName}` : ' por uma fonte')}.
          </p>
          {consent.text && <p>“{consent.text}”</p>}
          {consent.request_id && <p class="small muted">Comprovante {consent.request_id}</p>}
        </>
      ) : (
        <p class="muted">Nenhum consentimento registrado.</p>
      )}
    </section>
  );
}

export function Merged({ leads }: { readonly leads: LeadDetail['merged_leads'] }) {
  if (leads.length === 0) return null;
  return (
    <section class="card">
      <h2>Leads mesclados neste</h2>
      <ul class="plain-list">
        {leads.map(({ id, merged_at: at, lead }) => (
          <li key={id}>
            <p>{lead ? (lead.name ?? 'Sem nome') : 'O cadastro dele não é mais guardado.'}</p>
            <p class="small muted">Mesclado em {dateTime(at)}</p>
            {lead?.notes && (
              <details>
                <summary>Anotações de antes</summary>
                <NoteList text={lead.notes} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
