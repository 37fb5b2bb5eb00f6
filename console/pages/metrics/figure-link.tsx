import type { ComponentChildren } from 'preact';
import { addressOf } from '../../router';
import { type ListedFigure, listOf } from './figure-list';
import { useIsSeller } from './own-figures';

interface FigureLinkProps {
  readonly of: ListedFigure;
  readonly withoutSpam?: boolean;
  /** What the link opens, where its text is only a number. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** Link to the leads of a figure. */
export function FigureLink({ of: figure, withoutSpam = false, label, children }: FigureLinkProps) {
  const address = addressOf(['leads'], listOf(figure, useIsSeller(), withoutSpam));
  return (
    <a href={address} aria-label={label}>
      {children}
    </a>
  );
}
