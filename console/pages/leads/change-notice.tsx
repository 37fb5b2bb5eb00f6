import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../../api';
import { FailureNotice, Notice } from '../../ui/notice';

interface ChangeNoticeProps {
  readonly failure: ApiFailure | undefined;
  /** Fields whose problems the form shows next to them. */
  readonly shown?: readonly string[];
  /** Text for a concurrent change. */
  readonly children: ComponentChildren;
}

export function ChangeNotice({ failure, shown, children }: ChangeNoticeProps) {
  if (failure?.code !== 'conflict') return <FailureNotice failure={failure} shown={shown} />;
  return (
    <div role="alert">
      <Notice kind="warning">
        <p>{children}</p>
      </Notice>
    </div>
  );
}
