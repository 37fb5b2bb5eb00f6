import { curlLine } from '../../../src/contract/base-path';
import type { NewApiKeyView } from '../../../src/contract/key';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';

interface ShowSecretProps {
  readonly of: Pick<NewApiKeyView, 'key' | 'permissions'>;
  readonly onClose: () => void;
}

/** Shows a new key once, with a call to try it: copying only the call later would lose the key. */
export function ShowSecret({ of: { key, permissions }, onClose }: ShowSecretProps) {
  return (
    <Dialog title="Chave criada" isSticky onClose={onClose}>
      <Notice kind="warning">
        <strong>Copie a chave agora.</strong> Esta é a única vez em que ela aparece; depois, só os 4 últimos caracteres.
        Guarde-a no servidor, nunca em páginas ou aplicativos.
      </Notice>
      <CopyField label="Valor da chave" text={key} verb="Copiar" copied="Chave copiada." kind="primary" />
      {permissions.includes('leads:write') && (
        <CopyField
          label="Para testar no terminal: cria o lead “Maria Silva”"
          text={curlLine(location.origin, key)}
          verb="Copiar teste"
          copied="Teste copiado: cole no terminal."
        />
      )}
      <div class="dialog-actions">
        <Button onClick={onClose}>Já guardei a chave</Button>
      </div>
    </Dialog>
  );
}
