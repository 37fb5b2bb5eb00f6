declare module 'fs-native-extensions' {
  /** Takes an operating system lock on the whole open file; false when another process has it. */
  export function tryLock(descriptor: number): boolean;
}
