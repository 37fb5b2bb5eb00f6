import { useEffect, useState } from 'preact/hooks';
import { LINK_MINUTES } from '../../../src/contract/limits';
import type { LinkRequested } from '../../../src/contract/session';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Logo } from '../../ui/logo';
import { FailureNotice, Notice } from '../../ui/notice';
import { useAction } from '../../use-action';

export function SignIn({ reason }: { readonly reason?: string }) {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    document.title = 'Entrar · Entrada';
  }, []);
  return (
    <main class="alone">
      <Logo />
      <div class="card">
        <h1>Entrar</h1>
        {reason && <Notice kind="info">{reason}</Notice>}
        {asked ? <Answer to={asked} onAgain={() => setAsked(undefined)} /> : <AskForLink onAsked={setAsked} />}
      </div>
    </main>
  );
}

interface Asked {
  readonly email: string;
  /** Whether this installation sends mail. */
  readonly sendsMail: boolean;
}

function AskForLink({ onAsked }: { readonly onAsked: (asked: Asked) => void }) {
  const action = useAction();
  const ask = async (values: FormData): Promise<void> => {
    const email = textOf(values, 'email');
    await action.run(async () => {
      const { data } = await call<LinkRequested>('POST', '/sign-in-links', { email });
      onAsked({ email, sendsMail: data.sends_mail });
    });
  };
  return (
    <Form onSubmit={ask}>
      <p class="muted">Não há senha: você entra com um link de acesso, que pede com o seu e-mail.</p>
      <FailureNotice failure={action.failure} shown={['email']} />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autocomplete="email"
        required
        problem={action.failure?.problemOf('email')}
      />
      <Button type="submit" kind="primary" isBusy={action.isBusy}>
        Receber link de acesso
      </Button>
    </Form>
  );
}

function Answer({ to: { email, sendsMail }, onAgain }: { readonly to: Asked; readonly onAgain: () => void }) {
  if (!sendsMail) return <NoMail />;
  return (
    <div role="status">
      <p>
        Se <strong>{email}</strong> é o e-mail de alguém da equipe de uma conta, o link está a caminho.
      </p>
      <p class="muted">Ele vale por {LINK_MINUTES} minutos e funciona uma única vez. Confira também a caixa de spam.</p>
      <Button onClick={onAgain}>Usar outro e-mail</Button>
    </div>
  );
}

/** The same for every address. */
function NoMail() {
  return (
    <div role="status">
      <Notice kind="warning">
        <p>
          <strong>Nenhum link foi enviado:</strong> esta instalação não envia e-mails.
        </p>
      </Notice>
      <p>Se é a sua primeira vez, peça um link de acesso a quem convidou você para a equipe.</p>
      <p>Se você já entrou antes, ou se a conta é sua, peça um link a quem opera o serviço.</p>
    </div>
  );
}
