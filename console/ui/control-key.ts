/** Whether Control is held, or the Command key of a Mac, which does the same. */
export const hasControl = ({ ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean =>
  ctrlKey || metaKey;
