import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Action } from '../use-action';
import { Button } from './button';
import { FailureNotice } from './notice';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Only a button closes it, because closing by the Escape key could lose something. */
  readonly isSticky?: boolean;
  readonly children: ComponentChildren;
}

/** A modal window. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, isSticky = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isSticky) onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
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
