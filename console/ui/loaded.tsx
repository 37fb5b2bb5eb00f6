import type { ComponentChildren } from 'preact';
import type { Pages } from '../use-pages';
import type { Resource } from '../use-resource';
import { Button } from './button';
import { FailureNotice } from './notice';

interface LoadedProps<Data> {
  readonly from: Resource<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** Loaded data; before that a placeholder, or the failure. */
export function Loaded<Data>({ from, children }: LoadedProps<Data>) {
  if (from.failure) {
    return (
      <FailureNotice failure={from.failure}>
        <Button onClick={from.reload}>Tentar de novo</Button>
      </FailureNotice>
    );
  }
  if (from.data === undefined) return <Loading />;
  return <>{children(from.data)}</>;
}

export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Carregando…</span>
      <span class="line" />
      <span class="line" />
      <span class="line" />
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <p class="muted">{children}</p>}
    </div>
  );
}

export function More({ of }: { readonly of: Pages<unknown> }) {
  if (!of.more) return null;
  return (
    <p class="more">
      <Button onClick={of.more}>Mostrar mais</Button>
    </p>
  );
}
