const { relative } = require('node:path');

/** A table of so many cases is printed case by case, where their names have nothing in common. */
const MOST_CASES = 30;
const MOST_CHARACTERS = 200;

/** The words that all of these begin and end with. */
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

/** One line for the cases that one statement of a test file makes, or one for each where the name of each is all that it says. */
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

/** Prints at the end of a run, by file, the rules that were held. Jest tells of what failed, in full. */
module.exports = class Rules {
  constructor({ rootDir, verbose }) {
    Object.assign(this, { rootDir, verbose });
  }

  onRunComplete(_contexts, { testResults }) {
    // Of a single file Jest has printed every case.
    if (this.verbose) return;
    const blocks = testResults.map((file) => {
      const name = relative(this.rootDir, file.testFilePath).replace(/\.([\w-]+-)?spec\.ts$/, '');
      return ['', name, ...rulesOf(file.testResults).map(lineOf)].join('\n');
    });
    process.stderr.write(`\nThe rules that were held, by file:\n${blocks.sort().join('\n')}\n`);
  }
};
