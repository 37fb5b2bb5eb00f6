/** The package has no types. */
declare module 'fs-native-extensions' {
  /** Takes a lock of the operating system on the whole open file; false when somebody else has it. */
  export function tryLock(descriptor: number): boolean;
}
