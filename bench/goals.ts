/** A goal with two bounds: the service must reach `must`, and should reach `wanted`. */
export interface Goal {
  readonly title: string;
  readonly must: number;
  readonly wanted?: number;
  readonly better: 'more' | 'less' | 'exact';
}

const atLeast = (title: string, must: number, wanted: number): Goal => ({ title, must, wanted, better: 'more' });
const atMost = (title: string, must: number, wanted?: number): Goal => ({ title, must, wanted, better: 'less' });

export const GOALS = {
  postBare: atLeast('POST new ÷ bare node:http + pg, same statements and key lookup', 0.55, 0.75),
  postDatabase: atLeast('POST new, 16 connections ÷ pgbench, same statements, 8 connections', 0.35, 0.45),
  postNaive: atLeast('POST new ÷ naive TypeORM transaction', 2, 3),
  repeated: atLeast('replay, and POST of an existing lead ÷ POST new', 1, 1.3),
  flights: atMost('trips to the database per POST, key lookup included', 3, 2),
  getBare: atLeast('GET by id ÷ bare + pg, same statements', 0.45, 0.65),
  listBare: atLeast('list of 50 ÷ bare + pg, same statements', 0.75, 0.9),
  listFlat: atMost('list p99, big account ÷ 10 k, one filter', 2, 1.3),
  listTwo: atMost('list p99, big account ÷ 10 k, two filters', 10, 3),
  ownerFlat: atMost("owner's pages p99, big account ÷ 10 k", 1.5),
  ownFlat: atMost("a seller's own pages p99, big account ÷ 10 k", 1.5),
  ownerSteps: atMost("owner's pages p50, 100 k ÷ 1 k", 1.5, 1.1),
  console: atMost('a page of the console in Chromium, 50,000 leads ÷ 500', 1.5),
  metrics: atMost('metrics of 366 days, big account ÷ 10 k', 25, 10),
  quota: { title: 'accepted of 3,300 submissions over two processes', must: 3_000, better: 'exact' },
  hot: atLeast('32 concurrent POSTs on one account ÷ over 100 accounts', 0.35, 0.5),
  overload: atLeast('overload: requests/s at 128 connections ÷ at 32, no 5xx', 0.8, 0.95),
  memory: atMost('growth of the process over ten times the requests', 1.1, 1),
  isolated: atLeast('as the role under row level security ÷ as the owner of the tables', 0.85, 0.95),
  redisGet: atLeast('with Redis ÷ without', 0.88, 0.93),
  redisPost: atLeast('with Redis ÷ without', 0.93, 0.97),
  redisList: atLeast('with Redis ÷ without', 0.93, 0.97),
  cpu: atMost('CPU per request (service and database) ÷ bare', 2.5, 1.6),
} as const satisfies Record<string, Goal>;

export type GoalId = keyof typeof GOALS;

/** Compares a median with its goal. */
export function verdict(goal: Goal, median: number): 'wanted' | 'must' | 'missed' {
  const reaches = (bound: number): boolean => {
    if (goal.better === 'exact') return median === bound;
    return goal.better === 'more' ? median >= bound : median <= bound;
  };
  if (!reaches(goal.must)) return 'missed';
  return goal.wanted === undefined || reaches(goal.wanted) ? 'wanted' : 'must';
}
