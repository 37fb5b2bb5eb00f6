const { default: Sequencer } = require('@jest/test-sequencer');

/** The slowest files, slowest first: one that began last would run alone. */
const SLOW = [
  'services/image',
  'services/shared-limits',
  'services/start',
  'services/own-database',
  'browser/accessibility',
  'browser/session-limit',
  'browser/owner',
  'partner/sync',
  'promises/slow-readers',
  'promises/contract-fuzz',
  'promises/fresh-database',
  'promises/hostile',
  'owner/imports',
  'owner/person-erasure',
  'owner/held-apply',
  'partner/replays',
];

const rank = ({ path }) => {
  const place = SLOW.findIndex((name) => path.includes(`/test/${name}`));
  return place < 0 ? SLOW.length : place;
};

/** Jest knows a file's duration only after a run, so not in a clean checkout. */
module.exports = class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => rank(one) - rank(other));
  }
};
