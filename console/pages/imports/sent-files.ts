/** Files that were imported since the console was opened: the service keeps none. */
const files = new Map<string, File>();

export const rememberFile = (importId: string, file: File): void => void files.set(importId, file);

/** The file of an import, if this page sent it. */
export const fileOf = (importId: string): File | undefined => files.get(importId);
