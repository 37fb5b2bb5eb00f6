import fs from 'node:fs';
import { openLock } from './own-files';

/**
 * A lock of the operating system on a file, visible to every process of the machine, also across containers. It ends
 * with the last process that has the descriptor, including children that inherited it. The file is never removed: a
 * lock on a removed file would lock nothing.
 */
export class FileLock {
  private constructor(
    private readonly file: string,
    /** Closed in child processes, unless passed to them. */
    readonly descriptor: number,
    private readonly tryLock: (descriptor: number) => boolean,
  ) {}

  static async open(file: string): Promise<FileLock> {
    // Imported here only: with DATABASE_URL the package need not be installed.
    const { tryLock } = await import('fs-native-extensions').catch((cause: unknown) => {
      throw new Error('The package fs-native-extensions does not work here: set DATABASE_URL.', { cause });
    });
    return new FileLock(file, openLock(file), tryLock);
  }

  /** Takes the lock; false when another process has it. */
  take(): boolean {
    try {
      return this.tryLock(this.descriptor);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new Error(
        `${this.file} cannot be locked (${code}), and two services must not share a database: ` +
          'set a DATA_DIR on a local disk, or DATABASE_URL.',
        { cause },
      );
    }
  }

  /** Writes the holder's name into the file, for the message of other processes. */
  sign(text: string): void {
    fs.ftruncateSync(this.descriptor);
    fs.writeSync(this.descriptor, text, 0);
  }

  get signature(): string {
    try {
      return fs.readFileSync(this.file, 'utf8');
    } catch {
      return '';
    }
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}
