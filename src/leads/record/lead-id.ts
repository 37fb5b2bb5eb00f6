import { v7 as uuidv7 } from 'uuid';

/** Makes a lead id that begins with the milliseconds of `createdAt`: ids sort by creation. */
export const leadIdAt = (createdAt: Date): string => uuidv7({ msecs: createdAt.getTime() });
