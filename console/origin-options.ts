import { ORIGIN_WORDS } from '../src/contract/origin';
import { optionsOf } from './words';

/** Origins that people may give to leads without signals. */
export const ORIGIN_OPTIONS = [
  { value: '', text: 'Não informar' },
  ...optionsOf(ORIGIN_WORDS)
    .filter((origin) => origin !== 'untracked')
    .map((value) => ({ value, text: ORIGIN_WORDS[value] })),
];
