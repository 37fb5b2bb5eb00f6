import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../api';
import { fieldWord, refusalText } from '../refusal-words';
import { Icon } from './icon';

interface NoticeProps {
  readonly kind: 'warning' | 'info';
  readonly children: ComponentChildren;
}

export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice ${kind}`}>
      <Icon name="alert" />
      <div>{children}</div>
    </div>
  );
}

interface FailureNoticeProps {
  readonly failure: ApiFailure | undefined;
  /** Fields whose problems the form shows next to them. */
  readonly shown?: readonly string[];
  readonly children?: ComponentChildren;
}

/** Heading above the bad fields, because the service's message repeats the first of them. */
function headingOf(failure: ApiFailure, others: readonly unknown[]): string {
  if (failure.code !== 'validation_error' || failure.fields.length === 0) return refusalText(failure);
  return others.length === 0 ? 'Confira os campos destacados.' : 'Há algo a corrigir:';
}

/** Reason of a refusal in words, and the fields without a form field. */
export function FailureNotice({ failure, shown = [], children }: FailureNoticeProps) {
  if (!failure) return null;
  const others = failure.fields.filter(({ field }) => !shown.includes(field));
  return (
    <div class="notice failure" role="alert">
      <Icon name="alert" />
      <div>
        <p>{headingOf(failure, others)}</p>
        {others.length > 0 && (
          <ul>
            {others.map(({ field, message }) => (
              <li key={field}>{[fieldWord(field), message].filter(Boolean).join(': ')}</li>
            ))}
          </ul>
        )}
        {failure.requestId && failure.fields.length === 0 && (
          <p class="small">Código para o suporte: {failure.requestId}</p>
        )}
        {children}
      </div>
    </div>
  );
}
