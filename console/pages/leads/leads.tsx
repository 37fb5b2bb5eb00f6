import type { LeadDetail, LeadView } from '../../../src/contract/lead';
import type { KnownPerson } from '../../../src/contract/person';
import { ApiFailure, call } from '../../api';
import { dateTime, phoneText, plural } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Empty } from '../../ui/loaded';
import { FailureNotice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { useAction } from '../../use-action';
import { CHANNEL_WORDS, ORIGIN_WORDS } from '../../words';
import { PersonData } from '../people/person-data';

/** The search and its result. */
export interface Search {
  readonly contact: string;
  readonly found: readonly LeadDetail[];
  /** What is known about a phone without a lead. */
  readonly person?: KnownPerson;
}

interface LeadsProps {
  /** The latest search, so that the page is as before when people come back from a lead. */
  readonly search: Search | undefined;
  readonly onFound: (search: Search) => void;
}

/** Finds leads by phone or e-mail. */
export function Leads({ search, onFound }: LeadsProps) {
  const action = useAction();
  const find = (contact: string): Promise<boolean> =>
    action.run(async () => {
      const { data: found } = await findLeads(contact);
      const person = found.length === 0 && !isEmail(contact) ? await findPerson(contact) : undefined;
      onFound({ contact, found, person });
    });
  const shown = action.failure ? undefined : search;
  return (
    <Page title="Leads" about="Encontre uma pessoa pelo telefone ou pelo e-mail, escrito de qualquer forma.">
      <Form class="card search" label="Buscar lead" onSubmit={(values) => find(textOf(values, 'contact'))}>
        <TextField
          label="Telefone ou e-mail"
          name="contact"
          type="search"
          autocomplete="off"
          placeholder="(11) 98765-4321"
          defaultValue={search?.contact}
          problem={contactProblem(action.failure)}
        />
        <Button type="submit" kind="primary" icon="search" isBusy={action.isBusy}>
          Buscar
        </Button>
      </Form>
      <FailureNotice failure={action.failure} shown={['phone', 'email']} />
      <div role="status">{shown && <Found of={shown} />}</div>
      {shown && hasPerson(shown) && (
        <section class="card person">
          <h2>Tudo com este telefone</h2>
          <p class="muted">Leads, conversa e envios retidos da pessoa, de uma vez.</p>
          <PersonData phone={shown.contact} onErased={() => find(shown.contact)} />
        </section>
      )}
    </Page>
  );
}

/** A text with an @ is an e-mail. */
const isEmail = (contact: string): boolean => contact.includes('@');

/** The leads with a contact. */
export const findLeads = (contact: string) =>
  call<LeadDetail[]>('GET', `/leads?${isEmail(contact) ? 'email' : 'phone'}=${encodeURIComponent(contact)}`);

/** What is known about a phone; undefined when nothing is. */
async function findPerson(phone: string): Promise<KnownPerson | undefined> {
  try {
    return (await call<KnownPerson>('POST', '/people/lookup', { phone })).data;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'not_found') return undefined;
    throw error;
  }
}

const contactProblem = (failure: ApiFailure | undefined): string | undefined =>
  failure?.problemOf('phone') ?? failure?.problemOf('email');

/** Whether the result is of one phone. */
const hasPerson = ({ contact, found, person }: Search): boolean =>
  person !== undefined || (found.length > 0 && !isEmail(contact));

function Found({ of: { contact, found: leads, person } }: { readonly of: Search }) {
  if (person) return <NoLeadYet person={person} />;
  if (leads.length === 0) {
    return <Empty title="Nenhum lead encontrado">Ninguém na conta tem o contato “{contact}”.</Empty>;
  }
  return (
    <>
      <p class="muted">{plural(leads.length, 'lead encontrado', 'leads encontrados')}</p>
      <ul class="rows">
        {leads.map((lead) => (
          <li key={lead.id} class="card row">
            <LeadFacts of={lead} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A person who is not a lead yet, but has a conversation or a held submission. */
function NoLeadYet({ person: { phone, conversation, held_submissions: held } }: { readonly person: KnownPerson }) {
  return (
    <section class="card">
      <h2>{conversation?.name ?? 'Esta pessoa'} ainda não é um lead</h2>
      <p>{phoneText(conversation?.phone ?? phone)}</p>
      {conversation && (
        <p>
          Em contato {CHANNEL_WORDS[conversation.channel]} desde {dateTime(conversation.created_at)}. Já conta nos
          números do painel.
        </p>
      )}
      {!conversation && held === 0 && (
        <p>Há um envio já decidido, ou uma linha de importação ainda não aplicada, com este telefone.</p>
      )}
      {held > 0 && (
        <p>
          {plural(held, 'envio retido deste telefone espera', 'envios retidos deste telefone esperam')} a sua decisão.{' '}
          <a href={linkTo('retidos')}>Ver envios retidos</a>
        </p>
      )}
    </section>
  );
}

/** A lead in a list. */
export function LeadFacts({ of: lead }: { readonly of: LeadView }) {
  return (
    <div class="row-main">
      <p class="row-title">
        <a href={linkTo('leads', lead.id)}>{lead.name ?? 'Sem nome'}</a>
      </p>
      <p>
        {phoneText(lead.phone)}
        {lead.email && ` · ${lead.email}`}
      </p>
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
