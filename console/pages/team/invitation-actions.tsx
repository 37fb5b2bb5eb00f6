import { useState } from 'preact/hooks';
import type { MemberView } from '../../../src/contract/members/member';
import type { GivenLink } from '../../../src/contract/session';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { ShowLink } from './show-link';

interface InvitationActionsProps {
  readonly of: MemberView;
  readonly onChange: () => Promise<void>;
}

/** For an invited member who has never signed in: the mail again, or a link where none arrives. */
export function InvitationActions({ of: { id, name, email, invitation }, onChange }: InvitationActionsProps) {
  const action = useAction();
  const [link, setLink] = useState<GivenLink>();
  const state = invitation?.state;
  const resend = async (): Promise<void> => {
    const isSent = await action.run(() => call('POST', `/members/${id}/invitation`));
    await onChange();
    if (isSent) say(`Novo convite a caminho de ${email}.`);
  };
  const showLink = async (): Promise<void> => {
    const isShown = await action.run(async () => setLink((await call<GivenLink>('POST', `/members/${id}/link`)).data));
    if (!isShown) await onChange();
  };
  return (
    <>
      {(state === 'sent' || state === 'dead' || state === 'none') && (
        <Button kind="quiet" label={`Reenviar convite a ${name}`} isBusy={action.isBusy} onClick={resend}>
          Reenviar
        </Button>
      )}
      {(state === 'dead' || state === 'unsendable') && (
        <Button kind="quiet" icon="copy" label={`Copiar link de ${name}`} isBusy={action.isBusy} onClick={showLink}>
          Copiar link
        </Button>
      )}
      <FailureNotice failure={action.failure} />
      {link && <ShowLink of={name} link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
