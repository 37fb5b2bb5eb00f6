import type { Call, SeenLead } from './history';
import type { State } from './state';

export interface Expected {
  /** Phone keys that were known before the first call. */
  readonly seeded: readonly string[];
  readonly dailyLimit: number;
  /** Number of POSTs that must be acknowledged for the run to prove something. */
  readonly leastAcknowledged: number;
}

export interface Violation {
  readonly invariant: string;
  readonly what: string;
}

const UNRATED = ['untracked', 'direct'];

/** Compares the answers to callers with the database. Every promise has a number. The list is empty when none is broken. */
export function check(calls: readonly Call[], state: State, expected: Expected): Violation[] {
  const facts = indexed(state);
  return [
    ...lostAcknowledgements(calls, facts),
    ...lostMoves(calls, state),
    ...duplicates(state),
    ...keys(state),
    ...lists(state),
    ...unaudited(calls, state),
    ...notes(calls, state),
    ...timesGoBack(calls, state),
    ...originsChange(calls, state),
    ...created(calls, expected),
    ...refusedWithEffect(calls, facts, expected),
    ...quota(calls, state, expected),
    ...foreign(calls, state, expected),
    ...idle(calls, expected),
  ];
}

interface Facts {
  readonly conversationOf: ReadonlyMap<string, string>;
  readonly leadOf: ReadonlyMap<string, { id: string; conversationId: string }>;
  readonly submissionOf: ReadonlyMap<string, { conversationId: string; leadId: string }>;
  readonly allNotes: string;
}

function indexed({ conversations, leads, submissions }: State): Facts {
  return {
    conversationOf: new Map(conversations.map(({ phoneKey, id }) => [phoneKey, id])),
    leadOf: new Map(leads.map((lead) => [lead.id, lead])),
    submissionOf: new Map(submissions.flatMap((one) => (one.externalId ? [[one.externalId, one]] : []))),
    allNotes: leads.map((lead) => lead.notes).join('\n'),
  };
}

/** I1: an acknowledged lead exists. I4: its submission exists, with the phone and the lead that were acknowledged. */
function lostAcknowledgements(calls: readonly Call[], facts: Facts): Violation[] {
  return acknowledged(calls, 'post').flatMap(({ sent, seen }) => {
    const lead = seen?.leads[0];
    const conversation = facts.conversationOf.get(sent.phoneKey ?? '');
    const found = lead && facts.leadOf.get(lead.id);
    if (!conversation || found?.conversationId !== conversation) return [violation('I1', `lead of ${sent.externalId}`)];
    const submission = facts.submissionOf.get(sent.externalId ?? '');
    const isKept = submission?.conversationId === conversation && submission.leadId === lead?.id;
    return isKept ? [] : [violation('I4', `submission ${sent.externalId}`)];
  });
}

/** I1 for moves: every acknowledged move has its row. I13: no lead was moved more often than callers asked for. */
function lostMoves(calls: readonly Call[], { moves, deals }: State): Violation[] {
  const rows = tally(moves.map(({ dealId }) => dealId));
  const told = tally(
    acknowledged(calls, 'move').flatMap(({ seen }) => (seen?.changed && seen.dealId ? [seen.dealId] : [])),
  );
  const lost = [...told].filter(([deal, n]) => (rows.get(deal) ?? 0) < n);
  const leadOf = new Map(deals.map(({ id, leadId }) => [id, leadId]));
  const ofLeads = tally(moves.map(({ dealId }) => leadOf.get(dealId) ?? `of the deal ${dealId}`));
  const most = tally(
    calls.flatMap(({ sent, outcome, seen }) => {
      const mayHaveMoved = sent.kind === 'move' && (outcome === 'info' || (outcome === 'ok' && seen?.changed));
      return mayHaveMoved ? [sent.leadId ?? ''] : [];
    }),
  );
  const extra = [...ofLeads].filter(([lead, n]) => n > (most.get(lead) ?? 0));
  return [
    ...lost.map(([deal]) => violation('I1', `a move of deal ${deal}`)),
    ...extra.map(([lead, n]) => violation('I13', `${n} moves of lead ${lead}, of which not all were asked for`)),
  ];
}

/** I2: one conversation per phone, one lead per conversation. I3: one deal per lead and pipeline. I4: one use per external_id. */
function duplicates({ conversations, leads, deals, submissions }: State): Violation[] {
  const repeated = (invariant: string, values: string[]) =>
    [...tally(values)].filter(([, n]) => n > 1).map(([value, n]) => violation(invariant, `${n} times ${value}`));
  return [
    ...repeated(
      'I2',
      conversations.map(({ phoneKey }) => phoneKey),
    ),
    ...repeated(
      'I2',
      leads.map(({ conversationId }) => conversationId),
    ),
    ...repeated(
      'I3',
      deals.map(({ leadId, pipelineId }) => `${leadId} ${pipelineId}`),
    ),
    ...repeated(
      'I4',
      submissions.flatMap(({ externalId }) => externalId ?? []),
    ),
  ];
}

/** I5: at most five active keys. I6: no key of a former owner. I7: one notification for each key made or revoked. */
function keys({ activeKeys, staleKeys, keyEvents, keyNotifications }: State): Violation[] {
  return [
    ...(activeKeys > 5 ? [violation('I5', `${activeKeys} active keys`)] : []),
    ...(staleKeys > 0 ? [violation('I6', `${staleKeys} keys of a former owner`)] : []),
    ...(keyNotifications !== keyEvents
      ? [violation('I7', `${keyNotifications} notifications of ${keyEvents} key events`)]
      : []),
  ];
}

/** I15: every lead is in its lists, once, at its `updated_at`. */
const lists = ({ wrongListEntries }: State): Violation[] =>
  wrongListEntries > 0 ? [violation('I15', `${wrongListEntries} wrong entries of lists`)] : [];

/**
 * I16: an erased person, a merge, a new key and a revoked key each have one entry in the audit trail. No entry lacks its action.
 * Each answered export has an entry. No export has an entry without a request.
 */
export function unaudited(calls: readonly Call[], { audit, deeds }: Pick<State, 'audit' | 'deeds'>): Violation[] {
  const nameOf = ({ action, subjectId }: { action: string; subjectId: string }) => `${action} ${subjectId}`;
  const entries = tally(audit.filter(({ action }) => AUDITED.includes(action)).map(nameOf));
  const least = tally(deeds.map(nameOf));
  const most = new Map(least);
  for (const { sent, outcome } of calls) {
    if (sent.kind !== 'export' || outcome === 'fail') continue;
    const name = nameOf({ action: 'person.exported', subjectId: sent.leadId ?? '' });
    if (outcome === 'ok') least.set(name, (least.get(name) ?? 0) + 1);
    most.set(name, (most.get(name) ?? 0) + 1);
  }
  return [...new Set([...entries.keys(), ...most.keys()])].flatMap((name) => {
    const found = entries.get(name) ?? 0;
    const isRight = found >= (least.get(name) ?? 0) && found <= (most.get(name) ?? 0);
    return isRight ? [] : [violation('I16', `${found} entries of ${name}, ${least.get(name) ?? 0} deeds`)];
  });
}

const AUDITED = ['person.exported', 'person.erased', 'lead.merged', 'api_key.created', 'api_key.revoked'];

/**
 * I8: at most 2,000 characters. I9: an acknowledged note is stored exactly once, an unknown one at most once, a refused one never.
 * Each note is at the lead that it was sent for, and there is no other text.
 */
function notes(calls: readonly Call[], { leads, conversations }: State): Violation[] {
  const long = leads.filter((lead) => [...lead.notes].length > 2000).map(({ id }) => violation('I8', `lead ${id}`));
  const phoneOf = new Map(conversations.map(({ id, phoneKey }) => [id, phoneKey]));
  const written = leads.flatMap((lead) =>
    lead.notes.split('\n').flatMap((line) => {
      const token = line.replace(/^\[[^\]]*\]/, '').trim();
      return token === '' ? [] : [{ token, leadId: lead.id, phoneKey: phoneOf.get(lead.conversationId) }];
    }),
  );
  const found = tally(written.map(({ token }) => token));
  const least = new Map<string, number>();
  const most = new Map<string, number>();
  const target = new Map<string, Call['sent']>();
  for (const { sent, outcome, seen } of calls) {
    if (!sent.token) continue;
    const isStored = outcome === 'ok' && !seen?.duplicate && !seen?.codes.includes('notes_full');
    // An earlier try may have stored the note of a replay or of a call with an unknown outcome.
    const isOpen = outcome === 'info' || (outcome === 'ok' && seen?.duplicate);
    least.set(sent.token, Math.max(least.get(sent.token) ?? 0, isStored ? 1 : 0));
    most.set(sent.token, Math.max(most.get(sent.token) ?? 0, isStored || isOpen ? 1 : 0));
    target.set(sent.token, sent);
  }
  const wrong = [...most].filter(([token, n]) => {
    const times = found.get(token) ?? 0;
    return times > n || times < (least.get(token) ?? 0);
  });
  const isElsewhere = ({ token, leadId, phoneKey }: (typeof written)[number]): boolean => {
    const sent = target.get(token);
    return sent?.kind === 'post' ? sent.phoneKey !== phoneKey : sent?.leadId !== leadId;
  };
  return [
    ...long,
    ...wrong.map(([token]) => violation('I9', `${found.get(token) ?? 0} times ${token}`)),
    ...written.filter(isElsewhere).map(({ token, leadId }) => violation('I9', `${token} was never sent for ${leadId}`)),
  ];
}

/** I10: the later of two answers that did not overlap never shows an older `updated_at`. Nor does the database. */
function timesGoBack(calls: readonly Call[], { leads }: State): Violation[] {
  const shown = shownLeads(calls);
  const violations: Violation[] = [];
  for (const [id, answers] of shown) {
    const ended = [...answers].sort((a, b) => a.endedAt - b.endedAt);
    let newest = '';
    let next = 0;
    for (const answer of [...answers].sort((a, b) => a.invokedAt - b.invokedAt)) {
      for (let before = ended[next]; before && before.endedAt < answer.invokedAt; before = ended[++next]) {
        if (before.lead.updatedAt > newest) newest = before.lead.updatedAt;
      }
      if (answer.lead.updatedAt < newest)
        violations.push(violation('I10', `lead ${id}: ${answer.lead.updatedAt} after ${newest}`));
    }
  }
  for (const lead of leads) {
    const newest = (shown.get(lead.id) ?? [])
      .map((answer) => answer.lead.updatedAt)
      .sort()
      .at(-1);
    if (newest && lead.updatedAt < newest) violations.push(violation('I10', `lead ${lead.id} in the database`));
  }
  return violations;
}

/** I11: an origin other than `untracked` or `direct` never changes again. */
function originsChange(calls: readonly Call[], { leads }: State): Violation[] {
  const last = new Map(leads.map((lead) => [lead.id, lead.origin]));
  return [...shownLeads(calls)].flatMap(([id, answers]) => {
    const rated = answers.filter(({ lead }) => !UNRATED.includes(lead.origin));
    const [first] = rated.sort((a, b) => a.endedAt - b.endedAt);
    if (!first) return [];
    const others = answers.filter(
      (answer) =>
        answer.lead.origin !== first.lead.origin && (answer.invokedAt > first.endedAt || rated.includes(answer)),
    );
    const isKept = others.length === 0 && (last.get(id) ?? first.lead.origin) === first.lead.origin;
    return isKept ? [] : [violation('I11', `lead ${id}: ${first.lead.origin} changed`)];
  });
}

/** I12: at most one 201 for each phone, and none for a phone that was known before. */
function created(calls: readonly Call[], { seeded }: Expected): Violation[] {
  const firsts = tally(
    acknowledged(calls, 'post').flatMap(({ sent, seen }) => (seen?.status === 201 ? [sent.phoneKey ?? ''] : [])),
  );
  return [...firsts]
    .filter(([phoneKey, n]) => n > 1 || seeded.includes(phoneKey))
    .map(([phoneKey, n]) => violation('I12', `${n} times 201 for ${phoneKey}`));
}

/** I13: a refused POST leaves no submission (unless the external_id was another's), no note and no new contact. */
function refusedWithEffect(calls: readonly Call[], facts: Facts, { seeded }: Expected): Violation[] {
  const wanted = calls.filter(({ sent, outcome }) => sent.kind === 'post' && outcome !== 'fail');
  const externalIds = new Set(wanted.map(({ sent }) => sent.externalId));
  const phones = new Set([...seeded, ...wanted.map(({ sent }) => sent.phoneKey)]);
  return calls
    .filter(({ sent, outcome }) => sent.kind === 'post' && outcome === 'fail')
    .flatMap(({ sent }) => {
      const { externalId = '', phoneKey = '', token } = sent;
      const left = [
        !externalIds.has(externalId) && facts.submissionOf.has(externalId),
        !phones.has(phoneKey) && facts.conversationOf.has(phoneKey),
        token && facts.allNotes.includes(token),
      ];
      return left.some(Boolean) ? [violation('I13', `refused ${externalId || phoneKey} had an effect`)] : [];
    });
}

/** I14: a day's count never exceeds the limit. All counts together are the accepted submissions, without replays. */
function quota(calls: readonly Call[], { counted, highestDay }: State, { dailyLimit }: Expected): Violation[] {
  const accepted = new Set(acknowledged(calls, 'post').map(({ sent }) => sent.externalId));
  const open = new Set(
    calls
      .filter(({ sent, outcome }) => sent.kind === 'post' && outcome === 'info' && !accepted.has(sent.externalId))
      .map(({ sent }) => sent.externalId),
  );
  const isWrong = counted < accepted.size || counted > accepted.size + open.size;
  return [
    ...(isWrong ? [violation('I14', `${counted} counted, ${accepted.size} accepted, ${open.size} unknown`)] : []),
    ...(highestDay > dailyLimit ? [violation('I14', `${highestDay} on one day`)] : []),
  ];
}

/** I17: every contact was sent or seeded, and every submission was sent. */
function foreign(calls: readonly Call[], { conversations, submissions }: State, { seeded }: Expected): Violation[] {
  const posts = calls.filter(({ sent }) => sent.kind === 'post');
  const phones = new Set([...seeded, ...posts.map(({ sent }) => sent.phoneKey)]);
  const externalIds = new Set(posts.map(({ sent }) => sent.externalId ?? null));
  return [
    ...conversations.flatMap(({ phoneKey }) => (phones.has(phoneKey) ? [] : [violation('I17', `phone ${phoneKey}`)])),
    ...submissions.flatMap(({ externalId }) =>
      externalIds.has(externalId) ? [] : [violation('I17', `submission ${externalId}`)],
    ),
  ];
}

/** I18: enough POSTs were acknowledged for the run to prove something. */
function idle(calls: readonly Call[], { leastAcknowledged }: Expected): Violation[] {
  const { length } = acknowledged(calls, 'post');
  return length < leastAcknowledged ? [violation('I18', `${length} acknowledged of ${calls.length} calls`)] : [];
}

const violation = (invariant: string, what: string): Violation => ({ invariant, what });

const acknowledged = (calls: readonly Call[], kind: 'post' | 'move'): Call[] =>
  calls.filter(({ sent, outcome }) => sent.kind === kind && outcome === 'ok');

interface Answer {
  readonly invokedAt: number;
  readonly endedAt: number;
  readonly lead: SeenLead;
}

function shownLeads(calls: readonly Call[]): Map<string, Answer[]> {
  const shown = new Map<string, Answer[]>();
  for (const { invokedAt, endedAt, seen, outcome } of calls) {
    if (outcome !== 'ok') continue;
    for (const lead of seen?.leads ?? []) {
      const answers = shown.get(lead.id) ?? [];
      answers.push({ invokedAt, endedAt, lead });
      shown.set(lead.id, answers);
    }
  }
  return shown;
}

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
