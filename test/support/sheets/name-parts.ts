import { type Column, type Draft, eachRow, ignored, type Part } from './sheet';

const FIRST = ['Ana', 'José', 'Bia', 'Caio', 'Lúcia', 'Rui', 'Íris', 'Otto', 'Téo', 'Márcia', 'João', 'Sílvia'];
const LAST = ['Lima', 'Souza', 'Prado', 'Melo', 'Araújo', 'Reis', 'da Conceição', 'Vilas', 'Sá', 'Nunes'];

interface Person {
  readonly first: string;
  readonly last: string;
}

const people = ({ random, rows }: Draft): Person[] =>
  eachRow(rows, () =>
    random.chance(0.07) ? { first: '', last: '' } : { first: random.pick(FIRST), last: random.pick(LAST) },
  );

const wholeName = ({ first, last }: Person): string => `${first} ${last}`.trim();

const named = (header: string, cells: readonly string[]): Column => ({ header, field: 'name', cells });

const namesOf = (all: readonly Person[]): (string | undefined)[] => all.map((person) => wholeName(person) || undefined);

function ofTrade(draft: Draft): Part<string> {
  const all = people(draft);
  const [whole, last] = draft.random.pick(draft.trade.names);
  if (!last) return { columns: [[named(whole as string, all.map(wholeName))]], values: namesOf(all) };
  const parts = [
    named(
      whole as string,
      all.map(({ first }) => first),
    ),
    named(
      last,
      all.map(({ last: own }) => own),
    ),
  ];
  return { columns: [parts], values: namesOf(all) };
}

/** The full name is read instead of its parts. */
function fullBesideFirst(draft: Draft): Part<string> {
  const all = people(draft);
  const [first, full] = { pt: ['Nome', 'Nome completo'], en: ['First Name', 'Full Name'] }[draft.trade.language];
  const parts = ignored(
    first as string,
    all.map((person) => person.first),
  );
  return { columns: [[parts], [named(full as string, all.map(wholeName))]], values: namesOf(all) };
}

/** A column that says whether the person is a customer. */
function customerBesideName(draft: Draft): Part<string> {
  const all = people(draft);
  const cells = all.map(() => draft.random.pick(['Sim', 'Não']));
  return { columns: [[ignored('Cliente', cells)], [named('Nome', all.map(wholeName))]], values: namesOf(all) };
}

const QUESTIONS = { pt: ['Informe seu nome', 'Qual nome devemos usar?'], en: ['Please enter your name'] } as const;

function onlyQuestion(draft: Draft): Part<string> {
  const all = people(draft);
  const header = draft.random.pick(QUESTIONS[draft.trade.language]);
  return { columns: [[named(header, all.map(wholeName))]], values: namesOf(all) };
}

function questionBesideName(draft: Draft): Part<string> {
  const own = ofTrade(draft);
  const header = draft.random.pick(QUESTIONS[draft.trade.language]);
  return { ...own, columns: [...own.columns, [ignored(header, people(draft).map(wholeName))]] };
}

/** A column of names that says the same in most rows; smaller files have other names. */
function sameName(draft: Draft): Part<string> {
  const { rows, random } = draft;
  if (rows < 20) return ofTrade(draft);
  const all = people(draft);
  const cells = all.map((person, row) => ((row * 37) % 100 < 70 ? 'Lead do site' : wholeName(person)));
  const [same, full] = { pt: ['Nome', 'Nome completo'], en: ['Name', 'Full Name'] }[draft.trade.language];
  const column = ignored(same as string, cells);
  if (random.chance(0.5)) return { columns: [[column]], values: all.map(() => undefined) };
  return { columns: [[column], [named(full as string, all.map(wholeName))]], values: namesOf(all) };
}

function anothersName(draft: Draft): Part<string> {
  const own = ofTrade(draft);
  const header = draft.random.pick(draft.trade.namesOfOthers);
  return { ...own, columns: [...own.columns, [ignored(header, people(draft).map(wholeName))]] };
}

/** Names as a sheet may have them; most sheets have an ordinary column. */
export const NAME_PARTS: readonly ((draft: Draft) => Part<string>)[] = [
  ofTrade,
  anothersName,
  ofTrade,
  fullBesideFirst,
  anothersName,
  customerBesideName,
  onlyQuestion,
  questionBesideName,
  sameName,
];
