import { named, object, type Of, TEXT } from './document/shape';

/** A tag or campaign that a filter can have. */
export const SUGGESTION = named('Suggestion', object({ name: TEXT }));
export type Suggestion = Of<typeof SUGGESTION>;
