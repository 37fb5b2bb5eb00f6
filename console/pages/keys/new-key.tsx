import { useState } from 'preact/hooks';
import { type NewApiKeyView, type Permission, revealsKnownPhones } from '../../../src/contract/key';
import { MAX_KEY_NAME } from '../../../src/contract/limits';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { FailureNotice, Notice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { PERMISSION_WORDS, optionsOf } from '../../words';
import { ShowSecret } from './show-secret';

interface NewKeyProps {
  readonly onCreated: () => Promise<void>;
  readonly onClose: () => void;
}

/** In the order of their words, which begin with the permissions that sites need. */
const PERMISSIONS = optionsOf(PERMISSION_WORDS);

/** Makes a key, and shows it only once. */
export function NewKey({ onCreated, onClose }: NewKeyProps) {
  const [made, setMade] = useState<NewApiKeyView>();
  if (made) return <ShowSecret of={made} onClose={onClose} />;
  const onMade = (key: NewApiKeyView): void => {
    setMade(key);
    void onCreated();
  };
  return <KeyForm onMade={onMade} onClose={onClose} />;
}

function KeyForm({ onMade, onClose }: { readonly onMade: (key: NewApiKeyView) => void; readonly onClose: () => void }) {
  const action = useAction();
  const [ticked, setTicked] = useState<readonly Permission[]>(['leads:write']);
  const create = (values: FormData): Promise<boolean> =>
    action.run(async () => {
      const body = { name: textOf(values, 'name'), permissions: PERMISSIONS.filter((one) => ticked.includes(one)) };
      onMade((await call<NewApiKeyView>('POST', '/api-keys', body)).data);
    });
  return (
    <Dialog title="Nova chave" onClose={onClose}>
      <Form onSubmit={create}>
        <FailureNotice failure={action.failure} shown={['name']} />
        <TextField
          label="Nome"
          name="name"
          hint="O sistema que vai usá-la, como “Site” ou “Planilha”."
          maxLength={MAX_KEY_NAME}
          autocomplete="off"
          required
          problem={action.failure?.problemOf('name')}
        />
        <PermissionChecks ticked={ticked} onChange={setTicked} />
        <div role="status">{revealsKnownPhones(ticked) && <CountingWarning />}</div>
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy} disabled={ticked.length === 0}>
            Criar chave
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface PermissionChecksProps {
  readonly ticked: readonly Permission[];
  readonly onChange: (ticked: readonly Permission[]) => void;
}

function PermissionChecks({ ticked, onChange }: PermissionChecksProps) {
  const tick = (permission: Permission, isOn: boolean): void =>
    onChange(isOn ? [...ticked, permission] : ticked.filter((other) => other !== permission));
  return (
    <fieldset>
      <legend>O que a chave pode fazer</legend>
      {PERMISSIONS.map((permission) => (
        <Check
          key={permission}
          name="permissions"
          value={permission}
          checked={ticked.includes(permission)}
          onChange={(isOn) => tick(permission, isOn)}
          title={PERMISSION_WORDS[permission].title}
        >
          {PERMISSION_WORDS[permission].text}
        </Check>
      ))}
    </fieldset>
  );
}

function CountingWarning() {
  return (
    <Notice kind="warning">
      <strong>Enviar leads e ver números na mesma chave:</strong> quem tiver a chave pode enviar um telefone e ver se o
      total muda; assim descobre se a pessoa já era um lead. Prefira duas chaves.
    </Notice>
  );
}
