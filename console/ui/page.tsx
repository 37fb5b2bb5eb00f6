import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { showPageTitle } from '../title';

interface PageProps {
  /** The kind of page; never personal data, because the browser keeps titles in tabs, history and printouts. */
  readonly title: string;
  /** Whose page it is, shown instead of the title. */
  readonly heading?: string;
  /** One sentence on what the page is for. */
  readonly about?: string;
  /** What can be done on the page as a whole. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** A page with its title, which gets the focus when people come from another page. */
export function Page({ title, heading = title, about, actions, children }: PageProps) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    showPageTitle(title);
  }, [title]);
  useEffect(() => {
    if (!isFirst) element.current?.focus();
    isFirst = false;
  }, []);
  return (
    <>
      <header class="page-head">
        <div>
          <h1 ref={element} tabIndex={-1}>
            {heading}
          </h1>
          {about && <p class="muted">{about}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
