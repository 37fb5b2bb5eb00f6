import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { KnownPerson } from '../../../src/contract/person';
import { dateTime, phoneText, plural } from '../../format';
import { useMay } from '../../me';
import { linkTo } from '../../router';
import { wholePhone } from '../../typed-phone';
import { CHANNEL_WORDS } from '../../words';
import { PersonData } from '../people/person-data';
import { fetchPerson } from './contact';

interface PersonOfPhoneProps {
  readonly text: string;
  readonly onErased: () => Promise<unknown>;
}

/** Person of a whole phone who is no lead; nothing for another search. */
export function PersonOfPhone({ text, onErased }: PersonOfPhoneProps) {
  const may = useMay();
  const phone = wholePhone(text);
  const [person, setPerson] = useState<KnownPerson>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setPerson(undefined);
    if (!phone) return;
    let isLatest = true;
    fetchPerson(phone).then(
      (found) => isLatest && setPerson(found),
      () => undefined,
    );
    return () => void (isLatest = false);
  }, [phone, attempt]);
  if (!person || !phone) return null;
  const erased = async (): Promise<void> => {
    await onErased();
    setAttempt(attempt + 1);
  };
  // A lead's own page has its data; here are people without one.
  if (person.leads.length > 0) return null;
  return (
    <NoLeadYet person={person}>
      {may('people') && (
        <details>
          <summary>Dados desta pessoa</summary>
          <PersonData phone={phone} onErased={erased} />
        </details>
      )}
    </NoLeadYet>
  );
}

interface NoLeadYetProps {
  readonly person: KnownPerson;
  readonly children: ComponentChildren;
}

/** Person without a lead, but with a conversation or a held submission. */
function NoLeadYet({ person: { phone, conversation, held_submissions: held }, children }: NoLeadYetProps) {
  const may = useMay();
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
          {plural(held, 'envio retido deste telefone espera', 'envios retidos deste telefone esperam')}{' '}
          {may('held_submissions') ? (
            <>
              a sua decisão. <a href={linkTo('retidos')}>Conferir envios</a>
            </>
          ) : (
            'a decisão de quem administra a conta.'
          )}
        </p>
      )}
      {children}
    </section>
  );
}
