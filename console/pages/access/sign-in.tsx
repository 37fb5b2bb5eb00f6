import { useEffect, useState } from 'preact/hooks';
import { LINK_MINUTES } from '../../../src/contract/limits';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Logo } from '../../ui/logo';
import { FailureNotice, Notice } from '../../ui/notice';
import { useAction } from '../../use-action';

export function SignIn({ reason }: { readonly reason?: string }) {
  const [sentTo, setSentTo] = useState('');
  useEffect(() => {
    document.title = 'Entrar · Entrada';
  }, []);
  return (
    <main class="alone">
      <Logo />
      <div class="card">
        <h1>Entrar</h1>
        {reason && <Notice kind="info">{reason}</Notice>}
        {sentTo ? <Sent to={sentTo} onAgain={() => setSentTo('')} /> : <AskForLink onSent={setSentTo} />}
      </div>
    </main>
  );
}

function AskForLink({ onSent }: { readonly onSent: (email: string) => void }) {
  const action = useAction();
  const ask = async (values: FormData): Promise<void> => {
    const email = textOf(values, 'email');
    if (await action.run(() => call('POST', '/sign-in-links', { email }))) onSent(email);
  };
  return (
    <Form onSubmit={ask}>
      <p class="muted">Não há senha: enviamos um link de acesso ao seu e-mail.</p>
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

function Sent({ to, onAgain }: { readonly to: string; readonly onAgain: () => void }) {
  return (
    <div role="status">
      <p>
        Se <strong>{to}</strong> é o e-mail de alguém da equipe de uma conta, o link está a caminho.
      </p>
      <p class="muted">Ele vale por {LINK_MINUTES} minutos e funciona uma única vez. Confira também a caixa de spam.</p>
      <Button onClick={onAgain}>Usar outro e-mail</Button>
    </div>
  );
}
