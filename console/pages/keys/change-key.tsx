import { useState } from 'preact/hooks';
import type { ApiKeyView, NewApiKeyView } from '../../../src/contract/key';
import { MAX_ACTIVE_KEYS, MAX_KEY_NAME } from '../../../src/contract/limits';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { ShowSecret } from './show-secret';

interface ChangeProps {
  readonly of: ApiKeyView;
  /** Tells it apart from others of the same name. */
  readonly name: string;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function RenameKey({ of: key, name: shown, onChanged, onClose }: ChangeProps) {
  const action = useAction();
  const rename = async (values: FormData): Promise<void> => {
    const name = textOf(values, 'name');
    if (!(await action.run(() => call('PATCH', `/api-keys/${key.id}`, { name })))) return;
    onClose();
    await onChanged();
    say('Nome alterado.');
  };
  return (
    <Dialog title={`Renomear “${shown}”`} onClose={onClose}>
      <Form onSubmit={rename}>
        <FailureNotice failure={action.failure} shown={['name']} />
        <TextField
          label="Nome"
          name="name"
          defaultValue={key.name}
          maxLength={MAX_KEY_NAME}
          autocomplete="off"
          required
          problem={action.failure?.problemOf('name')}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Salvar nome
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** When a replaced key or address ends. */
export const ENDINGS = [
  { value: '24', text: 'daqui a 24 horas' },
  { value: '1', text: 'daqui a 1 hora' },
  { value: '168', text: 'daqui a 7 dias' },
  { value: '0', text: 'agora' },
] as const;
export type Hours = (typeof ENDINGS)[number]['value'];

/** Replaces a key by a similar one; both work until the old one expires. With five active keys the old one ends at once. */
export function ReplaceKey({ of: key, name, isFull, onChanged, onClose }: ChangeProps & { readonly isFull: boolean }) {
  const action = useAction();
  const [hours, setHours] = useState<Hours>(isFull ? '0' : '24');
  const [made, setMade] = useState<NewApiKeyView>();
  if (made) return <ShowSecret of={made} onClose={onClose} />;
  const replace = (): Promise<boolean> =>
    action.run(async () => {
      const body = { ends_in_hours: Number(hours) };
      setMade((await call<NewApiKeyView>('POST', `/api-keys/${key.id}/replace`, body)).data);
      void onChanged();
    });
  return (
    <Dialog title={`Substituir “${name}”`} onClose={onClose}>
      <Form onSubmit={replace}>
        <FailureNotice failure={action.failure} />
        <p>A chave nova tem o mesmo nome e as mesmas permissões. Troque-a no sistema antes de a atual acabar.</p>
        <Select
          label={`A chave atual (final ${key.hint}) deixa de valer`}
          value={hours}
          onChange={setHours}
          options={isFull ? ENDINGS.filter(({ value }) => value === '0') : ENDINGS}
        />
        {isFull && <p class="hint">Com {MAX_ACTIVE_KEYS} chaves ativas, a atual só pode acabar na hora.</p>}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Criar chave nova
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
