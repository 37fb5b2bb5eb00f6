import { SIGNALS } from '../../../src/contract/origin';

/** Signals that a page's address can have. */
export const IN_ADDRESSES = SIGNALS.filter((signal) => signal !== 'fbc' && signal !== 'referrer');
