import { useMe } from '../../me';

/** Filter of the leads that the numbers count: a seller's are their own. */
export const useCounted = (): { readonly responsible?: 'me' } =>
  useMe().member?.role === 'seller' ? { responsible: 'me' } : {};
