import fs from 'node:fs';
import { openLock } from './own-files';

/**
 * A lock of the operating system on a file. Every process of the machine sees it, whatever its container, and it is gone with
 * the last process that has the descriptor: with this one, and with those that were given it when they were started. The
 * file itself stays: a lock on a file that was removed meanwhile would lock nothing.
 */
export class FileLock {
  private constructor(
    private readonly file: string,
    /** Closed in programs that this process starts, unless it is given to them. */
    readonly descriptor: number,
    private readonly tryLock: (descriptor: number) => boolean,
  ) {}

  static async open(file: string): Promise<FileLock> {
    // Only here: where DATABASE_URL is set the package need not be installed.
    const { tryLock } = await import('fs-native-extensions').catch((cause: unknown) => {
      throw new Error('The package fs-native-extensions does not work here: set DATABASE_URL.', { cause });
    });
    return new FileLock(file, openLock(file), tryLock);
  }

  /** False when another process has it. */
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

  /** Says in the file who has the lock, for the message of those who do not get it. */
  sign(text: string): void {
    fs.ftruncateSync(this.descriptor);
    fs.writeSync(this.descriptor, text, 0);
  }

  /** What the holder of the lock wrote. */
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
