import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

interface ButtonProps {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Accessible name, when the text does not distinguish it from its neighbours. */
  readonly label?: string;
  readonly isBusy?: boolean;
  /** Of a button that stays pressed. */
  readonly isPressed?: boolean;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => unknown;
  readonly children?: ComponentChildren;
}

export function Button({
  kind = 'plain',
  icon,
  label,
  isBusy,
  isPressed,
  disabled,
  type = 'button',
  onClick,
  children,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${kind} ${children ? '' : 'icon-only'}`}
      aria-label={label}
      title={children ? undefined : label}
      aria-busy={isBusy}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={() => void onClick?.()}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface LinkButtonProps {
  readonly kind?: 'primary' | 'plain';
  readonly icon: IconName;
  readonly href: string;
  readonly children: ComponentChildren;
}

/** External link that looks like a button; sends no referrer. */
export function OutwardLink({ kind = 'plain', icon, href, children }: LinkButtonProps) {
  return (
    <a class={`button ${kind}`} href={href} target="_blank" rel="noopener noreferrer">
      <Icon name={icon} />
      {children}
    </a>
  );
}
