/** Files imported since the console was opened, because the service keeps none. */
const files = new Map<string, File>();

export const rememberFile = (importId: string, file: File): void => void files.set(importId, file);

export const fileOf = (importId: string): File | undefined => files.get(importId);
