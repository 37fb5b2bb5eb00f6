import type { Right } from '../../contract/members/roles';

export const RIGHT = 'right';

/** The right that a handler of an account route needs; undefined for other handlers. */
export const rightOf = (handler: object): Right | undefined => Reflect.getMetadata(RIGHT, handler) as Right | undefined;
