/** A goal with two bounds: the service must reach `must`, and should reach `wanted`. */
export interface Goal {
  readonly title: string;
  readonly must: number;
  readonly wanted?: number;
  readonly better: 'more' | 'less' | 'exact';
  /** Whether it is a ratio of speeds, which the picture shows. */
  readonly isDrawn?: boolean;
}

export const GOALS = {
  postBare: {
    title: 'POST new ÷ bare node:http + pg, same statements and key lookup',
    must: 0.55,
    wanted: 0.75,
    better: 'more',
    isDrawn: true,
  },
  postDatabase: {
    title: 'POST new, 16 connections ÷ pgbench, same statements, 8 connections',
    must: 0.35,
    wanted: 0.45,
    better: 'more',
    isDrawn: true,
  },
  postNaive: {
    title: 'POST new ÷ naive TypeORM transaction',
    must: 2,
    wanted: 3,
    better: 'more',
    isDrawn: true,
  },
  repeated: {
    title: 'replay, and POST of an existing lead ÷ POST new',
    must: 1,
    wanted: 1.3,
    better: 'more',
    isDrawn: true,
  },
  flights: { title: 'trips to the database per POST, key lookup included', must: 3, wanted: 2, better: 'less' },
  getBare: {
    title: 'GET by id ÷ bare + pg, same statements',
    must: 0.45,
    wanted: 0.65,
    better: 'more',
    isDrawn: true,
  },
  listBare: {
    title: 'list of 50 ÷ bare + pg, same statements',
    must: 0.75,
    wanted: 0.9,
    better: 'more',
    isDrawn: true,
  },
  listFlat: { title: 'list p99, big account ÷ 10 k, one filter', must: 2, wanted: 1.3, better: 'less' },
  listTwo: { title: 'list p99, big account ÷ 10 k, two filters', must: 10, wanted: 3, better: 'less' },
  ownerFlat: { title: "owner's pages p99, big account ÷ 10 k", must: 1.5, better: 'less' },
  ownerSteps: { title: "owner's pages p50, 100 k ÷ 1 k", must: 1.5, wanted: 1.1, better: 'less' },
  metrics: { title: 'metrics of 366 days, big account ÷ 10 k', must: 25, wanted: 10, better: 'less' },
  quota: { title: 'accepted of 3,300 submissions over two processes', must: 3_000, better: 'exact' },
  hot: {
    title: '32 concurrent POSTs on one account ÷ over 100 accounts',
    must: 0.35,
    wanted: 0.5,
    better: 'more',
    isDrawn: true,
  },
  overload: {
    title: 'overload, 4 × the connections: req/s ÷ best, no 5xx',
    must: 0.8,
    wanted: 0.95,
    better: 'more',
    isDrawn: true,
  },
  fresh: {
    title: 'POST new on a database that was empty 25 seconds ago ÷ after vacuum analyze',
    must: 0.85,
    wanted: 0.95,
    better: 'more',
    isDrawn: true,
  },
  memory: { title: 'growth of the process over ten times the requests', must: 1.1, wanted: 1, better: 'less' },
  isolated: {
    title: 'as the role that row level security holds for ÷ as the owner of the tables',
    must: 0.85,
    wanted: 0.95,
    better: 'more',
    isDrawn: true,
  },
  redisGet: {
    title: 'with Redis ÷ without: GET by id',
    must: 0.88,
    wanted: 0.93,
    better: 'more',
    isDrawn: true,
  },
  redisPost: { title: 'with Redis ÷ without: POST new', must: 0.93, wanted: 0.97, better: 'more', isDrawn: true },
  redisList: { title: 'with Redis ÷ without: list of 50', must: 0.93, wanted: 0.97, better: 'more', isDrawn: true },
  citus: {
    title: 'Citus of three nodes on this machine ÷ one PostgreSQL',
    must: 0.18,
    wanted: 0.35,
    better: 'more',
    isDrawn: true,
  },
  cpu: { title: 'CPU per request (service and database) ÷ bare', must: 2.5, wanted: 1.6, better: 'less' },
} as const satisfies Record<string, Goal>;

export type GoalId = keyof typeof GOALS;

/** Compares a median with its goal. Memory that shrinks by noise, or grows by less than 1 %, counts as not grown. */
export function verdict(goal: Goal, median: number): 'wanted' | 'must' | 'missed' {
  const reaches = (bound: number): boolean => {
    if (goal.better === 'exact') return median === bound;
    return goal.better === 'more' ? median >= bound : median <= bound;
  };
  if (!reaches(goal.must)) return 'missed';
  return goal.wanted === undefined || reaches(goal.wanted) ? 'wanted' : 'must';
}
