import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Links are not followed: they would lead to this machine's files. */
export function everyFile(
  rootfs: string,
  below = '',
): { name: string; size: number; mode: number; uid: number }[] {
  return readdirSync(path.join(rootfs, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) return everyFile(rootfs, name);
    if (!entry.isFile()) return [];
    const { size, mode, uid } = statSync(path.join(rootfs, name));
    return [{ name, size, mode, uid }];
  });
}

export function linesIn(file: string, word: string): number {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(word)).length;
}

export function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
