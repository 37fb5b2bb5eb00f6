import { useEffect, useState } from 'preact/hooks';

/** Scroll position in the list of leads, for people who come back from a lead. Kept in memory only. */
interface KeptList {
  /** Address of the list with its filters. */
  readonly hash: string;
  /** Request of its first page, search included. */
  readonly path: string;
  readonly rows: number;
  readonly scroll: number;
  readonly leadId: string;
}

let kept: KeptList | undefined;

export const keepList = (path: string, rows: number, leadId: string): void => {
  kept = { hash: location.hash, path, rows, scroll: window.scrollY, leadId };
};

export const forgetList = (): void => void (kept = undefined);

/** Address of the list that a lead was opened from. */
export const keptHash = (): string | undefined => kept?.hash;

/** Number of rows to load first: as many as were shown when a lead of this list was opened. */
export const useKeptRows = (path: string): number => useState(kept?.path === path ? kept.rows : 0)[0];

/** Scrolls to where a lead was opened, and focuses its row, once the rows are there. */
export function useReturn(path: string, isShown: boolean): void {
  const [saved] = useState(kept?.path === path ? kept : undefined);
  useEffect(() => {
    if (!saved || !isShown || kept !== saved) return;
    kept = undefined;
    window.scrollTo(0, saved.scroll);
    document.querySelector<HTMLElement>(`[data-lead="${saved.leadId}"]`)?.focus({ preventScroll: true });
  }, [isShown]);
}
