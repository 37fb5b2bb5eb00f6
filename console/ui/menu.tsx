import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon';

/** Calls `leave` when the focus or a click goes outside; returns the unsubscribe function. */
function onLeave(isInside: (event: Event) => boolean | undefined, leave: () => void): () => void {
  const types = ['pointerdown', 'focusin'];
  const follow = (event: Event): void => {
    if (!isInside(event)) leave();
  };
  for (const type of types) document.addEventListener(type, follow);
  return () => types.forEach((type) => document.removeEventListener(type, follow));
}

interface MenuProps {
  readonly title: string;
  /** Shown in place of the title, which stays its name. */
  readonly icon?: IconName;
  /** Buttons and links, made when the menu opens. */
  readonly children: ComponentChildren;
}

/** Button that opens further actions; closes after a choice, by Escape, and when the focus or a click goes outside. */
export function Menu({ title, icon, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    return onLeave(
      ({ target }) => target instanceof Node && container.current?.contains(target),
      () => setOpen(false),
    );
  }, [isOpen]);
  const close = (): void => {
    // The choice may open a dialog, which returns the focus to this button.
    opener.current?.focus();
    setOpen(false);
  };
  return (
    <div
      class="menu-of-actions"
      ref={container}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        // A dialog around it stays open.
        event.preventDefault();
        close();
      }}
    >
      <button
        type="button"
        class={icon ? 'button icon-only' : 'button'}
        ref={opener}
        aria-label={icon && title}
        title={icon && title}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon ?? 'more'} />
        {!icon && title}
      </button>
      <div id={id} class="menu-choices" hidden={!isOpen} onClick={close}>
        {isOpen && children}
      </div>
    </div>
  );
}
