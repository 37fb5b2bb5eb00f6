import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Action } from '../use-action';
import { Button } from './button';
import { latestTargets, returnTo } from './focus';
import { Messages } from './messages';
import { FailureNotice } from './notice';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Only a button closes it, because the Escape key could lose something. */
  readonly isSticky?: boolean;
  readonly children: ComponentChildren;
}

/** Modal window. Keeps the focus inside, and returns it afterwards to its element or near it. */
export function Dialog({ title, onClose, isSticky = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Not `useEffect`, which ends after the dialog's removal, when the browser has already dropped the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const targets = latestTargets();
    element?.showModal();
    return () => {
      element?.close();
      returnTo(targets);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // Browsers close a dialog after a prevented cancellation, unless the key is prevented too.
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
  readonly verb: string;
  readonly isDanger?: boolean;
  /** While what the action would do is not known yet. */
  readonly isWaiting?: boolean;
  readonly action: Action;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks before an irreversible action. */
export function Confirm({
  title,
  verb,
  isDanger = true,
  isWaiting = false,
  action,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FailureNotice failure={action.failure} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          kind={isDanger ? 'danger' : 'primary'}
          isBusy={isWaiting || action.isBusy}
          disabled={isWaiting}
          onClick={onConfirm}
        >
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
