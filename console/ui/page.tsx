import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { showPageTitle } from '../title';

interface PageProps {
  /** Kind of page; never personal data, because the browser keeps titles in tabs, history and printouts. */
  readonly title: string;
  /** Name of the page's subject, shown instead of the title. */
  readonly heading?: string;
  readonly about?: string;
  /** Controls of the page's subject, next to its name. */
  readonly beside?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** Page with its title, which gets the focus after navigation. */
export function PageFrame({ title, heading = title, about, beside, actions, children }: PageProps) {
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
          <div class={beside ? 'heading' : undefined}>
            <h1 ref={element} tabIndex={-1}>
              {heading}
            </h1>
            {beside}
          </div>
          {about && <p class="muted">{about}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
