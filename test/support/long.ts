/** True for the long run (`npm run test:long`): the same promises with many more tries. */
export const isLong = process.env.LONG === '1';

export const shortOrLong = <Amount>(short: Amount, long: Amount): Amount => (isLong ? long : short);
