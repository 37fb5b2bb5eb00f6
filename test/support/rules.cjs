const { relative } = require('node:path');

/** The most cases printed one by one when their names share nothing. */
const MOST_CASES = 30;
const MOST_CHARACTERS = 200;
const SLOWEST = 10;

function commonOf(names) {
  if (new Set(names).size === 1) return names[0];
  const [first, ...others] = names.map((name) => name.split(' '));
  const most = Math.min(first.length, ...others.map((words) => words.length));
  const isCommon = (at) => others.every((words) => words.at(at) === first.at(at));
  let [begin, end] = [0, 0];
  while (begin < most && isCommon(begin)) begin++;
  while (begin + end < most && isCommon(-1 - end)) end++;
  return [...first.slice(0, begin), '…', ...first.slice(first.length - end)].join(' ');
}

/** Returns one line per test statement, or one per case when their names share nothing. */
function linesOf(cases) {
  const names = cases.map(({ fullName }) => fullName);
  if (names.length === 1) return names;
  const title = commonOf(cases.map((one) => one.title));
  const subject = commonOf(cases.map(({ ancestorTitles }) => ancestorTitles.join(' ')));
  if (title !== '…') return [`${subject} ${title} (${names.length})`.trimStart()];
  return names.length <= MOST_CASES ? names : [`${names[0]}, and ${names.length - 1} more`];
}

function rulesOf(testResults) {
  const statements = new Map();
  for (const one of testResults) {
    const at = JSON.stringify(one.location ?? one.fullName);
    statements.set(at, [...(statements.get(at) ?? []), one]);
  }
  return [...statements.values()].filter((cases) => cases.every(({ status }) => status === 'passed')).flatMap(linesOf);
}

const lineOf = (rule) => `  ${rule.replaceAll(/\s+/g, ' ').slice(0, MOST_CHARACTERS)}`;

const secondsOf = ({ perfStats }) => perfStats.runtime / 1_000;

/** Prints the passed rules by file at the end of a run, and the slowest files. Jest prints failures in full. */
module.exports = class Rules {
  constructor({ rootDir, verbose }) {
    Object.assign(this, { rootDir, verbose });
  }

  onRunComplete(_contexts, { testResults }) {
    // Jest has printed every case of a single file.
    if (this.verbose) return;
    const nameOf = ({ testFilePath }) => relative(this.rootDir, testFilePath).replace(/\.([\w-]+-)?spec\.ts$/, '');
    const blocks = testResults.map((file) => ['', nameOf(file), ...rulesOf(file.testResults).map(lineOf)].join('\n'));
    const slowest = testResults.toSorted((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SLOWEST);
    const lines = slowest.map((file) => `${secondsOf(file).toFixed(1).padStart(7)} s  ${nameOf(file)}`);
    process.stderr.write(`\nThe rules that were held, by file:\n${blocks.sort().join('\n')}\n`);
    process.stderr.write(`\nThe slowest files:\n${lines.join('\n')}\n`);
  }
};
