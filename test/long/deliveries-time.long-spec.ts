import { NO_RULES } from '../support/reading-rules';
import { processorMs } from '../support/linear-time';
import { decodeBody } from '../../src/sources/reading/decode-body';
import { peopleIn } from '../../src/sources/reading/people';
import { readPerson } from '../../src/sources/reading/read-person';
import { comparedValues, submissionIdOf, withoutSecrets } from '../../src/sources/reading/same-again';

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const deep = (at: number): string => `a${'[b]'.repeat(9)}[${at}]`;
const question = (at: number) => ({ label: `Qual o seu telefone ${at}?`, value: `+49 30 ${at}` });

/** Bodies of about 64 KB that might make reading slow. */
const BODIES: readonly (readonly [what: string, body: string])[] = [
  ['2,000 questions', JSON.stringify(times(1_000, question))],
  ['2,000 phones', JSON.stringify({ leads: times(1_990, (at) => ({ phone: `+4930${at}` })) })],
  ['2,000 labels', JSON.stringify(Object.fromEntries(times(1_900, (at) => [`Qual seu nome e ${at} mail`, 'x'])))],
  [
    '100 people in much else',
    JSON.stringify({
      ...Object.fromEntries(times(1_700, (at) => [`telefone ${at}`, 'x'])),
      leads: times(100, (at) => ({ phone: `1198765${1000 + at}` })),
    }),
  ],
  ['a label of 60,000 characters', JSON.stringify({ [`nome ${'a '.repeat(30_000)}`]: times(1_500, () => 'x') })],
  ['a label of punctuation', JSON.stringify({ ['?!.,<'.repeat(12_000)]: times(1_500, () => 'x') })],
  ['a value of 60,000 digits', JSON.stringify({ telefone: '1 '.repeat(30_000), nome: '<'.repeat(2_000) })],
  ['many holders', JSON.stringify({ a: times(900, (at) => ({ telefone: `11 98765-${1000 + at}` })) })],
  ['deep brackets', times(1_500, (at) => `${deep(at)}=1`).join('&')],
  ['repeated brackets', times(2_000, () => 'a[]=1').join('&')],
  [
    'one option for each pair',
    JSON.stringify(
      times(60, () => ({
        label: 'x',
        value: times(15, (at) => `o${at}`),
        options: times(7, (at) => ({ id: `o${at}`, text: 'y' })),
      })),
    ),
  ],
  [
    'addresses',
    JSON.stringify(times(400, (at) => ({ page_url: `https://a.example/?${'utm_source=x&'.repeat(8)}${at}` }))),
  ],
];

it.each(BODIES)('%s are read in short steps', async (_, text) => {
  expect(text.length).toBeLessThan(70_000);
  const decoded = await decodeBody(Buffer.from(text), undefined);
  if (!('body' in decoded)) throw new Error('unreadable');
  const { body } = decoded;
  let longest = 0;
  const step = <Result>(work: () => Result): Result => {
    let result: Result | undefined;
    longest = Math.max(
      longest,
      processorMs(() => (result = work())),
    );
    return result as Result;
  };
  let total = 0;
  const people = step(() => peopleIn(body));
  step(() => withoutSecrets(body));
  let shown = 0;
  total += longest;
  for (const person of people) {
    step(() => submissionIdOf('wh', body, person.element));
    const steps = readPerson(person, NO_RULES);
    const begun = process.cpuUsage().user;
    for (;;) {
      const { done, value } = step(() => steps.next());
      if (!done) continue;
      step(() => comparedValues(value.fields));
      shown += JSON.stringify(value).length;
      break;
    }
    total += (process.cpuUsage().user - begun) / 1_000;
  }
  // A step takes a few milliseconds, the whole half a second; a busy machine and cold code take longer.
  expect(longest).toBeLessThan(150);
  expect(total).toBeLessThan(3_000);
  expect(shown).toBeLessThan(1_000_000);
});
