import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useHash } from '../../router';
import { Button } from '../../ui/button';
import { hasControl } from '../../ui/control-key';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { lazily } from '../../ui/lazily';
import { NewLeadForm, type TypedPerson } from '../leads/new-lead';

const load = async () => (await import('./palette')).Palette;

const Palette = lazily(load);

interface SearchProps {
  /** Shows the list of leads with this search. */
  readonly onList: (search: string) => void;
}

/** Button that opens the search of leads, which opens from every page by `/` and Ctrl+K too. */
export function Search({ onList }: SearchProps) {
  const [shown, setShown] = useState<'palette' | TypedPerson>();
  // Loaded early, so that what is typed after the shortcut is not lost.
  useEffect(() => void load().catch(() => undefined), []);
  useShortcuts(() => setShown('palette'));
  const close = (): void => setShown(undefined);
  // A new page closes it. A later effect could close one that was opened meanwhile.
  useLayoutEffect(close, [useHash()]);
  return (
    <>
      <button
        type="button"
        class="search-button"
        title="Buscar leads (/ ou Ctrl+K)"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setShown('palette')}
      >
        <Icon name="search" />
        <span class="entry">Buscar leads</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {shown === 'palette' && (
        <Dialog title="Buscar leads" onClose={close}>
          <div class="palette">
            <span class="palette-close">
              <Button kind="quiet" icon="close" label="Fechar a busca" onClick={close} />
            </span>
            <Palette
              onClose={close}
              onList={(search) => {
                close();
                onList(search);
              }}
              onNew={setShown}
            />
          </div>
        </Dialog>
      )}
      {shown && shown !== 'palette' && <NewLeadForm typed={shown} onClose={close} />}
    </>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Fields into which a key is typed. */
const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

/** Calls `open` after a shortcut, unless a dialog is open. */
function useShortcuts(open: () => void): void {
  useEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      const isControl = isControlK(event);
      if (!isControl && !isSlash(event)) return;
      // A phone must not get into the browser's own search, which Ctrl+K opens.
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) open();
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
}

const isControlK = (event: KeyboardEvent): boolean =>
  hasControl(event) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';

/** On keyboards without the key, AltGr types a slash, which Windows shows as Ctrl and Alt. */
const isSlash = ({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): boolean =>
  key === '/' && !metaKey && ctrlKey === altKey && !(target instanceof Element && target.matches(TYPED));
