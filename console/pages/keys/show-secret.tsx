import { useRef } from 'preact/hooks';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { say } from '../../ui/messages';
import { Notice } from '../../ui/notice';

/** Shows a new key, this once. */
export function ShowSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    field.current?.select();
    if (await copied(secret)) say('Chave copiada.');
    else say('Não foi possível copiar: use Ctrl+C no texto selecionado.');
  };
  return (
    <Dialog title="Chave criada" isSticky onClose={onClose}>
      <Notice kind="warning">
        <strong>Copie a chave agora.</strong> Esta é a única vez em que ela aparece; depois, só os 4 últimos caracteres.
        Guarde-a no servidor, nunca em páginas ou aplicativos.
      </Notice>
      <div class="secret">
        <label for="secret">Valor da chave</label>
        <div class="with-button">
          <input id="secret" ref={field} type="text" class="code" readOnly value={secret} />
          <Button kind="primary" icon="copy" onClick={copy}>
            Copiar
          </Button>
        </div>
      </div>
      <div class="dialog-actions">
        <Button onClick={onClose}>Já guardei a chave</Button>
      </div>
    </Dialog>
  );
}

/** Whether the text was copied. Pages over plain HTTP have no `navigator.clipboard`. */
const copied = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand('copy');
  }
};
