import { MeContext } from './me';
import { OtherAccount } from './other-account';
import { LinkPage } from './pages/access/link';
import { SignIn } from './pages/access/sign-in';
import { Shell } from './shell';
import { Button } from './ui/button';
import { Loading } from './ui/loaded';
import { Messages } from './ui/messages';
import { FailureNotice } from './ui/notice';
import type { SignedIn } from './session';
import { type SessionControl, useSession } from './use-session';

export function App() {
  const control = useSession();
  const { session } = control;
  return (
    <>
      {session.state === 'unknown' && (
        <main class="alone">
          <Loading />
        </main>
      )}
      {session.state === 'failed' && (
        <main class="alone">
          <h1>Entrada</h1>
          <FailureNotice failure={session.failure}>
            <Button onClick={control.retry}>Tentar de novo</Button>
          </FailureNotice>
        </main>
      )}
      {session.state === 'out' && <SignIn reason={session.reason} />}
      {session.state === 'link' && (
        <LinkPage
          link={session.link}
          current={session.current?.account}
          onEnter={control.enter}
          onStay={control.stay}
        />
      )}
      {session.state === 'in' && <Console of={session} control={control} />}
      <Messages />
    </>
  );
}

interface ConsoleProps {
  readonly of: Extract<SignedIn, { readonly state: 'in' }>;
  readonly control: SessionControl;
}

/** Pages of an account, for the member of the session. */
function Console({ of: { me, endsAt }, control }: ConsoleProps) {
  const { other, refreshMe, switchTo, signOut, ignoreOther } = control;
  return (
    <MeContext.Provider value={{ ...me, refresh: refreshMe }}>
      <Shell key={me.account.id} endsAt={endsAt} onSwitch={switchTo} onSignOut={signOut} />
      {other && <OtherAccount shown={me.account} other={other} onClose={ignoreOther} />}
    </MeContext.Provider>
  );
}
