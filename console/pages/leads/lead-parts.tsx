import { Fragment } from 'preact';
import type { LeadDetail } from '../../../src/contract/lead';
import { noteEntries } from '../../../src/contract/note-entry';
import { dateTime, fullDay, money } from '../../format';
import { MOVED_BY_WORDS, ORIGIN_WORDS, RULE_WORDS } from '../../words';

/** The sections of a lead's page. */

/** The names of the ids in a lead's record. */
export interface Names {
  readonly stage: (id: string) => string;
  readonly pipeline: (id: string) => string;
  readonly key: (id: string | null) => string;
}

export function WhyThisOrigin({ lead }: { readonly lead: LeadDetail }) {
  const signals = Object.entries(lead.attribution).filter(([, value]) => value !== null);
  return (
    <section class="card">
      <h2>Por que esta origem?</h2>
      <p class="origin">{ORIGIN_WORDS[lead.origin]}</p>
      <p>{RULE_WORDS[lead.origin_rule]}</p>
      {signals.length > 0 && (
        <dl class="facts signals">
          {signals.map(([name, value]) => (
            <Fragment key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <p class="small muted">Vale o primeiro contato: envios seguintes não trocam uma origem já conhecida.</p>
    </section>
  );
}

export function Deals({ lead, names }: { readonly lead: LeadDetail; readonly names: Names }) {
  return (
    <section class="card">
      <h2>Negócios</h2>
      {lead.deals.length === 0 && <p class="muted">Nenhum negócio.</p>}
      <ul class="plain-list">
        {lead.deals.map((deal) => (
          <li key={deal.id}>
            <p>
              <strong>{names.stage(deal.stage_id)}</strong> em {names.pipeline(deal.pipeline_id)}
              {deal.value !== null && ` · ${money(deal.value)}`}
            </p>
            <p class="small muted">Nesta etapa desde {dateTime(deal.entered_stage_at)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function History({ lead, names }: { readonly lead: LeadDetail; readonly names: Names }) {
  const newestFirst = [...lead.stage_history].reverse();
  return (
    <section class="card">
      <h2>Histórico de etapas</h2>
      {newestFirst.length === 0 && <p class="muted">O negócio ainda não mudou de etapa.</p>}
      <ol class="timeline">
        {newestFirst.map((move) => (
          <li key={`${move.deal_id} ${move.moved_at}`}>
            <p>
              {names.stage(move.from_stage_id)} → <strong>{names.stage(move.to_stage_id)}</strong>
            </p>
            <p class="small muted">
              {dateTime(move.moved_at)} · {MOVED_BY_WORDS[move.moved_by]}
              {move.key_id && ` (${names.key(move.key_id)})`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Notes({ text }: { readonly text: string | null }) {
  return (
    <section class="card">
      <h2>Anotações</h2>
      {text ? <NoteList text={text} /> : <p class="muted">Nenhuma anotação.</p>}
    </section>
  );
}

/** The record of notes, entry by entry: who wrote it, on which day, and what. */
function NoteList({ text }: { readonly text: string }) {
  return (
    <ol class="timeline">
      {noteEntries(text).map(({ author, text: note }, index) => (
        <li key={index}>
          {author && (
            <p class="small muted">
              {author.keyName} · {fullDay(author.day)}
            </p>
          )}
          <p class="notes">{note}</p>
        </li>
      ))}
    </ol>
  );
}

export function Consent({ of: consent, names }: { readonly of: LeadDetail['consent']; readonly names: Names }) {
  return (
    <section class="card">
      <h2>Consentimento</h2>
      {consent ? (
        <>
          <p>
            Registrado em {dateTime(consent.at)}
            {consent.key_id && ` (${names.key(consent.key_id)})`}.
          </p>
          {consent.request_id && <p class="small muted">Requisição {consent.request_id}</p>}
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
