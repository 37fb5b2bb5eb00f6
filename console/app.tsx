import { OtherAccount } from './other-account';
import { LinkPage } from './pages/access/link';
import { SignIn } from './pages/access/sign-in';
import { Shell } from './shell';
import { Button } from './ui/button';
import { Loading } from './ui/loaded';
import { Messages } from './ui/messages';
import { FailureNotice } from './ui/notice';
import { useSession } from './use-session';

export function App() {
  const control = useSession();
  const { session, other } = control;
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
        <LinkPage link={session.link} current={session.current} onEnter={control.enter} onStay={control.stay} />
      )}
      {session.state === 'in' && (
        <Shell
          key={session.account.id}
          account={session.account}
          endsAt={session.endsAt}
          onSwitch={control.switchTo}
          onSignOut={control.signOut}
        />
      )}
      {session.state === 'in' && other && (
        <OtherAccount shown={session.account} other={other} onClose={control.ignoreOther} />
      )}
      <Messages />
    </>
  );
}
