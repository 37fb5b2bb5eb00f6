/** A fault that one suite must find: in `file` the only occurrence of `find` becomes `replace`, and `caughtBy` must fail. */
export interface PlantedFault {
  readonly promise: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly caughtBy: string;
}
