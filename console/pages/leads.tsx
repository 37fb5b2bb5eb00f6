import { type ApiFailure, call } from '../api';
import { dateTime, phoneText, plural } from '../format';
import type { Lead, LeadDetail } from '../resources';
import { linkTo } from '../router';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Form, textOf } from '../ui/form';
import { Empty } from '../ui/loaded';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { useAction } from '../use-action';
import { ORIGIN_WORDS } from '../words';

/** What was looked for and found. */
export interface Search {
  readonly contact: string;
  readonly found: readonly LeadDetail[];
}

interface LeadsProps {
  /** The latest one: coming back from a lead finds the page as it was. */
  readonly search: Search | undefined;
  readonly onFound: (search: Search) => void;
}

/** Finds leads by phone or e-mail. */
export function Leads({ search, onFound }: LeadsProps) {
  const action = useAction();
  const find = (values: FormData): Promise<boolean> =>
    action.run(async () => {
      const contact = textOf(values, 'contact');
      const { data } = await findLeads(contact);
      onFound({ contact, found: data });
    });
  return (
    <Page title="Leads" about="Encontre uma pessoa pelo telefone ou pelo e-mail, escrito de qualquer forma.">
      <Form class="card search" label="Buscar lead" onSubmit={find}>
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
      <div role="status">{search && !action.failure && <Found leads={search.found} contact={search.contact} />}</div>
    </Page>
  );
}

/** The leads with a contact; what has an @ is an e-mail. */
export const findLeads = (contact: string) =>
  call<LeadDetail[]>('GET', `/leads?${contact.includes('@') ? 'email' : 'phone'}=${encodeURIComponent(contact)}`);

const contactProblem = (failure: ApiFailure | undefined): string | undefined =>
  failure?.problemOf('phone') ?? failure?.problemOf('email');

function Found({ leads, contact }: { readonly leads: readonly LeadDetail[]; readonly contact: string }) {
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

/** A lead in a list. */
export function LeadFacts({ of: lead }: { readonly of: Lead }) {
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
        <li class="chip">{ORIGIN_WORDS[lead.origin]}</li>
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
