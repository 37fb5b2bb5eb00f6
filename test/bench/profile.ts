/** The part of a V8 CPU profile that is read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A share of the time in which the process worked. */
export interface Share {
  readonly name: string;
  readonly share: number;
}

type Frame = CpuProfile['nodes'][number]['callFrame'];

/** Waiting is not work. */
const IDLE = ['(idle)', '(root)'];

/** Microseconds. On a busy machine the sampler sometimes pauses; the last function that it saw did not take that long. */
const STANDSTILL = 100_000;

/** The owner of a frame's code: a package, the service, Node itself, the garbage collector. */
export function ownerOf({ functionName, url }: Frame): string {
  if (functionName === '(garbage collector)') return 'garbage collector';
  const packaged = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (packaged) return packaged;
  if (url.startsWith('node:')) return 'Node';
  return url === '' ? 'native' : 'the service';
}

const nameOf = (frame: Frame): string =>
  `${frame.functionName || '(anonymous)'} (${ownerOf(frame)}, ${frame.url.split('/').at(-1)}:${frame.lineNumber + 1})`;

/** Self time by the key of each frame, largest first. */
function shares(profile: CpuProfile, keyOf: (frame: Frame) => string): Share[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let busy = 0;
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id);
    if (!frame || IDLE.includes(frame.functionName)) return;
    const time = profile.timeDeltas[index] ?? 0;
    if (time > STANDSTILL) return;
    busy += time;
    times.set(keyOf(frame), (times.get(keyOf(frame)) ?? 0) + time);
  });
  return [...times].map(([name, time]) => ({ name, share: time / busy })).sort((a, b) => b.share - a.share);
}

/** The end of a profile, so many seconds long: what came before was the start of the process. */
export function endOf(profile: CpuProfile, seconds: number): CpuProfile {
  let left = seconds * 1_000_000;
  let from = profile.samples.length;
  while (from > 0 && left > 0) left -= profile.timeDeltas[--from] ?? 0;
  return { ...profile, samples: profile.samples.slice(from), timeDeltas: profile.timeDeltas.slice(from) };
}

export const sharesByOwner = (profile: CpuProfile): Share[] => shares(profile, ownerOf);
export const sharesByFunction = (profile: CpuProfile): Share[] => shares(profile, nameOf);
