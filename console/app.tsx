import { SignIn } from './pages/sign-in';
import { Shell } from './shell';
import { Button } from './ui/button';
import { Loading } from './ui/loaded';
import { Messages } from './ui/messages';
import { FailureNotice } from './ui/notice';
import { useSession } from './use-session';

export function App() {
  const { session, signOut, retry } = useSession();
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
            <Button onClick={retry}>Tentar de novo</Button>
          </FailureNotice>
        </main>
      )}
      {session.state === 'out' && <SignIn reason={session.reason} />}
      {session.state === 'in' && (
        <Shell key={session.account.id} account={session.account} endsAt={session.endsAt} onSignOut={signOut} />
      )}
      <Messages />
    </>
  );
}
