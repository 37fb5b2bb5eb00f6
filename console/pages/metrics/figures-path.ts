import { addressOf, type ShownPage } from '../../router';

/** Path of a route that counts, with or without the people who were erased as spam. */
export const figuresPath = (path: string, withoutSpam: boolean, query: ShownPage): string =>
  addressOf([path], { ...query, without_spam: withoutSpam ? 'true' : undefined }).slice(1);
