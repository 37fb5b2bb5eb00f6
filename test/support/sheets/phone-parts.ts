import { completeWriter, landline, localWriter, mobileNumber, type PhoneNumber, withoutPhone } from './numbers';
import { type Column, type Draft, eachRow, ignored, type PhonePart } from './sheet';

interface Scene {
  readonly what: string;
  readonly leastRows?: number;
  readonly partOf: (draft: Draft) => PhonePart;
}

/** Headers of one exactness, by kind, in the order in which their phones count. */
const KINDS = {
  pt: [
    ['Celular', 'Telefone celular'],
    ['WhatsApp', 'Whats', 'Zap'],
    ['Telefone'],
    ['Telefone fixo', 'Telefone residencial'],
  ],
  en: [['Mobile Phone', 'Mobile'], ['WhatsApp'], ['Phone'], ['Home Phone']],
} as const;

const QUESTIONS = {
  pt: [
    'Qual o seu WhatsApp para retornarmos?',
    'Informe seu WhatsApp',
    'Digite seu telefone com DDD',
    'Qual seu melhor telefone?',
    'Em qual WhatsApp podemos te responder?',
  ],
  en: ['Best phone number to reach you', 'Please enter your phone number', 'What phone number should we call you on?'],
} as const;

interface Filled {
  readonly column: Column;
  readonly phones: readonly (string | undefined)[];
}

/** Draws a column of phones in which some cells have none. */
function filled(
  draft: Draft,
  header: string,
  field: 'phone' | null = 'phone',
  share = 0.85,
  number = mobileNumber,
): Filled {
  const { random, rows } = draft;
  const written = completeWriter(random);
  const numbers = eachRow(rows, () => (random.chance(share) ? number(random) : undefined));
  return {
    column: { header, field, cells: numbers.map((one) => (one ? written(one) : withoutPhone(random))) },
    phones: numbers.map((one) => one?.digits),
  };
}

/** The first phone of each row, in the order of the columns given. */
const firstOf = (columns: readonly Filled[], rows: number): (string | undefined)[] =>
  eachRow(rows, (row) => columns.map(({ phones }) => phones[row]).find((phone) => phone !== undefined));

const apart = (...columns: readonly Filled[]): Column[][] => columns.map(({ column }) => [column]);

const without = ({ rows }: Draft): undefined[] => eachRow(rows, () => undefined);

function one(draft: Draft): PhonePart {
  const own = filled(draft, draft.random.pick(draft.trade.phones));
  return { columns: apart(own), values: own.phones };
}

function severalKinds(draft: Draft): PhonePart {
  const { random, trade, rows } = draft;
  const isThere = eachRow(4, () => random.chance(0.6));
  const kinds = KINDS[trade.language].map((headers, kind) =>
    filled(draft, random.pick(headers), 'phone', [0.6, 0.7, 0.6, 0.3][kind], kind === 3 ? landline : mobileNumber),
  );
  const drawn = kinds.filter((_, kind) => isThere[kind]);
  const there = drawn.length > 1 ? drawn : kinds;
  return { columns: apart(...there), values: firstOf(there, rows) };
}

/** The exact header wins, whatever its kind. */
function besideNeutralWords(draft: Draft): PhonePart {
  const { random, trade, rows } = draft;
  const [exact, words] = { pt: ['Telefone', 'Qual seu WhatsApp?'], en: ['Phone', 'Your mobile number'] }[
    trade.language
  ];
  const own = filled(draft, exact as string, 'phone', 0.6);
  const other = filled(draft, words as string, 'phone', random.pick([0.5, 0.9]));
  return { columns: apart(own, other), values: firstOf([own, other], rows) };
}

function anothersBesideOwn(draft: Draft): PhonePart {
  const { random, trade } = draft;
  const own = filled(draft, random.pick(trade.phones), 'phone', 0.6);
  const others = random.shuffled(trade.phonesOfOthers).slice(0, random.int(1, 2));
  return { columns: apart(own, ...others.map((header) => filled(draft, header, null))), values: own.phones };
}

function onlyAnothers(draft: Draft): PhonePart {
  const others = apart(filled(draft, draft.random.pick(draft.trade.phonesOfOthers), null));
  return { columns: others, values: without(draft), refused: 'phone' };
}

/** Most cells are phones, whatever is drawn. */
function onlyQuestion(draft: Draft): PhonePart {
  const { random, trade, rows } = draft;
  const written = completeWriter(random);
  const numbers = eachRow(rows, (row) => (row % 5 === 4 ? undefined : mobileNumber(random)));
  const cells = numbers.map((number) => (number ? written(number) : withoutPhone(random)));
  const columns: Column[][] = [[{ header: random.pick(QUESTIONS[trade.language]), field: 'phone', cells }]];
  return { columns, values: numbers.map((number) => number?.digits) };
}

function questionBesidePhone(draft: Draft): PhonePart {
  const { random, trade } = draft;
  const own = filled(draft, random.pick(trade.phones), 'phone', 0.7);
  const question = filled(draft, random.pick(QUESTIONS[trade.language]), null);
  return { columns: apart(own, question), values: own.phones };
}

function twoQuestions(draft: Draft): PhonePart {
  const headers = draft.random.shuffled(QUESTIONS[draft.trade.language]).slice(0, 2);
  const columns = apart(...headers.map((header) => filled(draft, header, null, 1)));
  return { columns, values: without(draft), refused: 'phone' };
}

function questionWithoutPhones(draft: Draft): PhonePart {
  const { random, trade, rows } = draft;
  const cells = eachRow(rows, () => random.pick(['Sim', 'Não', 'pode ser', 'o mesmo']));
  const columns = [[ignored(random.pick(QUESTIONS[trade.language]), cells)]];
  return { columns, values: without(draft), refused: 'phone' };
}

function areaCodeBeside(draft: Draft): PhonePart {
  const { random, rows } = draft;
  const [complete, local] = [completeWriter(random), localWriter(random)];
  const drawn = eachRow(rows, () => {
    const number = random.chance(0.2) ? landline(random) : mobileNumber(random);
    const own = random.int(1, 10);
    if (own === 1) return { code: number.area, text: '', phone: undefined };
    if (own === 2) return { code: '', text: local(number), phone: undefined };
    // Its own area code is written in the phone's cell.
    if (own === 3) return { code: '11', text: complete(number), phone: number.digits };
    return { code: random.pick([number.area, `(${number.area})`]), text: local(number), phone: number.digits };
  });
  const pair: Column[] = [
    { header: random.pick(['DDD', 'ddd']), field: 'area code', cells: drawn.map(({ code }) => code) },
    { header: random.pick(['Telefone', 'Celular', 'WhatsApp']), field: 'phone', cells: drawn.map(({ text }) => text) },
  ];
  return { columns: [pair], values: drawn.map(({ phone }) => phone) };
}

const areaCodeTwice = (draft: Draft): PhonePart => ({ ...areaCodeBeside(draft), areaCode: '11', refused: 'area_code' });

function withoutAreaCode(draft: Draft): PhonePart {
  const { random, trade, rows } = draft;
  const areaCode = random.pick(['31', '47', '84']);
  const [complete, local] = [completeWriter(random), localWriter(random)];
  const isLocal = eachRow(rows, () => random.chance(0.8));
  const numbers = isLocal.map((isOfArea) => (isOfArea ? mobileNumber(random, areaCode) : mobileNumber(random)));
  const cells = numbers.map((number, row) => (isLocal[row] ? local(number) : complete(number)));
  const columns: Column[][] = [[{ header: random.pick(trade.phones), field: 'phone', cells }]];
  return { columns, values: numbers.map(({ digits }) => digits), areaCode };
}

/** A known header whose cells are the line of the business in most rows. */
function lineOfBusiness(draft: Draft, header: string): Column {
  const { random, rows } = draft;
  const written = completeWriter(random);
  const line = written(mobileNumber(random));
  const share = random.pick([60, 80, 100]);
  return ignored(
    header,
    eachRow(rows, (row) => ((row * 37) % 100 < share ? line : written(mobileNumber(random)))),
  );
}

function besideLineOfBusiness(draft: Draft): PhonePart {
  const own = filled(draft, draft.random.pick(['Telefone', 'Celular', 'Phone']));
  return { columns: [...apart(own), [lineOfBusiness(draft, 'WhatsApp')]], values: own.phones };
}

const onlyLineOfBusiness = (draft: Draft): PhonePart => ({
  columns: [[lineOfBusiness(draft, draft.random.pick(draft.trade.phones))]],
  values: without(draft),
  refused: 'phone',
});

/** A family's phone in a third of the rows is still the phone of these people. */
function familyPhone(draft: Draft): PhonePart {
  const { random, trade, rows } = draft;
  const written = completeWriter(random);
  const family = mobileNumber(random);
  const numbers: PhoneNumber[] = eachRow(rows, (row) => (row % 3 === 0 ? family : mobileNumber(random)));
  const columns: Column[][] = [[{ header: random.pick(trade.phones), field: 'phone', cells: numbers.map(written) }]];
  return { columns, values: numbers.map(({ digits }) => digits) };
}

function twoNumbersInCell(draft: Draft): PhonePart {
  const { random, trade, rows } = draft;
  const written = completeWriter(random);
  const between = random.pick([' / ', '; ', ', ', ' ou ']);
  const mobiles = eachRow(rows, () => mobileNumber(random));
  const cells = mobiles.map((mobile) =>
    random.shuffled([`(${mobile.area}) ${landline(random).local}`, written(mobile)]).join(between),
  );
  const columns: Column[][] = [[{ header: random.pick(trade.phones), field: 'phone', cells }]];
  return { columns, values: mobiles.map(({ digits }) => digits) };
}

export const PHONE_SCENES: readonly Scene[] = [
  { what: 'one phone', partOf: one },
  { what: 'phones of several kinds', partOf: severalKinds },
  { what: "another's phone beside an empty own cell", partOf: anothersBesideOwn },
  { what: 'a phone with neutral words beside the exact one', partOf: besideNeutralWords },
  { what: 'phones of several kinds in another order', partOf: severalKinds },
  { what: "only another's phone", partOf: onlyAnothers },
  { what: 'only a question about the phone', partOf: onlyQuestion },
  { what: 'a question beside the phone', partOf: questionBesidePhone },
  { what: 'two questions about the phone', partOf: twoQuestions },
  { what: 'a question that is answered without phones', partOf: questionWithoutPhones },
  { what: 'a column of area codes', partOf: areaCodeBeside },
  { what: 'a column of area codes, and an area code given', partOf: areaCodeTwice },
  { what: 'phones without area code', partOf: withoutAreaCode },
  { what: "the business's line in most rows", leastRows: 20, partOf: besideLineOfBusiness },
  { what: "only the business's line", leastRows: 20, partOf: onlyLineOfBusiness },
  { what: 'one phone in a third of the rows', leastRows: 20, partOf: familyPhone },
  { what: 'two numbers in a cell', partOf: twoNumbersInCell },
  { what: "one phone, and another's in another column", partOf: anothersBesideOwn },
];
