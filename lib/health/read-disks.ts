import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { parseDatabaseUrl } from '#db/hosts';
import { type Known, known } from '#lib/health/known';

export interface Disk {
  /** As a sentence names it: "the data folder". */
  name: string;
  freeBytes: number;
  totalBytes: number;
}

/** What a file system says of itself; as `fs.statfs`. */
export type ReadDisk = (
  folder: string,
) => Promise<{ bavail: number | bigint; blocks: number | bigint; bsize: number | bigint }>;

/** Of this machine: the disk with the data folder, and that of the built-in PostgreSQL. What another machine has is not known here. */
export async function readDisks(
  { dataFolder, databaseUrl }: { dataFolder: string; databaseUrl: string },
  read: ReadDisk = statfs,
): Promise<{ name: string; disk: Known<Disk> }[]> {
  const builtIn = builtInFolder(dataFolder, databaseUrl);
  const look = async (name: string, folder: string) => ({
    name,
    disk: await known(`${folder} could not be looked at`, async () => {
      const { bavail, blocks, bsize } = await read(folder);
      return { name, freeBytes: Number(bavail) * Number(bsize), totalBytes: Number(blocks) * Number(bsize) };
    }),
  });
  const database = builtIn === undefined ? ofAnotherMachine : await look('the built-in database', builtIn);
  return [await look('the data folder', path.resolve(dataFolder)), database];
}

const ofAnotherMachine = {
  name: 'the database',
  disk: {
    unknown:
      'PostgreSQL is a server of your own, and tells nobody how full its disk is. Watch it where it runs',
  },
};

/** Undefined where the database that is used is not the one that Kaira runs itself. */
function builtInFolder(dataFolder: string, databaseUrl: string): string | undefined {
  const folder = path.resolve(dataFolder, 'postgres');
  const [host] = parseDatabaseUrl(databaseUrl)?.hosts ?? [];
  const isHere = host?.host === '127.0.0.1' && existsSync(path.join(folder, 'port'));
  if (!isHere || Number(readFileSync(path.join(folder, 'port'), 'utf8')) !== host.port) return undefined;
  return folder;
}
