import { SIGNALS } from '../../../src/contract/origin';

/** The signals that the address of a page can have. */
export const IN_ADDRESSES = SIGNALS.filter((signal) => signal !== 'fbc' && signal !== 'referrer');
