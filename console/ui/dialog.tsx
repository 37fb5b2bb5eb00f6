import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Action } from '../use-action';
import { Button } from './button';
import { latestPlace, returnTo } from './focus';
import { Messages } from './messages';
import { FailureNotice } from './notice';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Only a button closes it, because closing by the Escape key could lose something. */
  readonly isSticky?: boolean;
  readonly children: ComponentChildren;
}

/** A modal window. The focus stays inside, and goes back to where it was afterwards, or near it. */
export function Dialog({ title, onClose, isSticky = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Not `useEffect`: it ends after the dialog has gone from the page, and the browser then gives the focus to nothing.
  useLayoutEffect(() => {
    const element = dialog.current;
    const place = latestPlace();
    element?.showModal();
    return () => {
      element?.close();
      returnTo(place);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A browser closes a dialog whose cancellation was prevented before, unless the key itself is prevented.
        if (isSticky && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!isSticky) onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <Messages />
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** The text of the button. */
  readonly verb: string;
  readonly isDanger?: boolean;
  readonly action: Action;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, verb, isDanger = true, action, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FailureNotice failure={action.failure} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button kind={isDanger ? 'danger' : 'primary'} isBusy={action.isBusy} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
