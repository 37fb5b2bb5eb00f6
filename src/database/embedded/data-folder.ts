import fs from 'node:fs';
import path from 'node:path';
import { ownPublicPlace, publicPath } from './public-place';
import { folderClosedTo, type ServerUser, serverUserFor } from './server-user';

/** Place of the database's files and user of its server; undefined is the user of this process. */
export interface DataPlace {
  readonly cluster: string;
  readonly user: ServerUser | undefined;
}

/**
 * Returns the place for the database of `dataDir`: `postgres` in it, or a public one when the server's user cannot
 * enter. With `mustStay` a first start refuses the latter. An existing database stays where it is.
 */
export function dataPlace(dataDir: string, mustStay: boolean): DataPlace {
  const wanted = path.join(dataDir, 'postgres');
  const user = serverUserFor(wanted);
  const closed = user && folderClosedTo(user, wanted);
  const elsewhere = publicPath('data', wanted);
  if (closed && (isCluster(wanted) || (mustStay && isFirstStart(dataDir)))) throw closedFolder(dataDir, closed);
  if (!user || isCluster(wanted) || !(closed || isCluster(elsewhere))) return { cluster: wanted, user };
  ownPublicPlace();
  return { cluster: elsewhere, user: serverUserFor(elsewhere) };
}

export const isCluster = (folder: string): boolean => fs.existsSync(path.join(folder, 'PG_VERSION'));

/** Whether no start has made a database for this folder yet. */
export const isFirstStart = (dataDir: string): boolean => !fs.existsSync(path.join(dataDir, 'postgres-password'));

const closedFolder = (dataDir: string, closed: string): Error =>
  new Error(
    `The user that PostgreSQL runs as cannot enter the folder ${closed}, and DATA_DIR is ${dataDir}: ` +
      `open it (chmod o+x ${closed}), or set another DATA_DIR.`,
  );
