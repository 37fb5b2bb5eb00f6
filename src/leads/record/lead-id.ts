import { v7 as uuidv7 } from 'uuid';

/** A new lead's id: it begins with the milliseconds of `createdAt`, so that leads in the order of their ids are in that of their creation. */
export const leadIdAt = (createdAt: Date): string => uuidv7({ msecs: createdAt.getTime() });
