import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { merklePath } from '#lib/book-seals/merkle-path';

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 6962 §2.1 as it is written: split at the largest power of two below the number of leaves. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer;
  const half = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.from([1]), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

test('the path from any leaf of a tree of any size leads to the root of the RFC', () => {
  for (let size = 1; size <= 40; size++) {
    const leaves = Array.from({ length: size }, (_, index) => sha256(Buffer.from(`${index}`)));
    const root = rootOf(leaves).toString('hex');
    for (const [place, leaf] of leaves.entries()) {
      const end = merklePath(Buffer.concat(leaves), place).reduce((soFar, { side, hash }) => {
        const other = Buffer.from(hash, 'hex');
        return sha256(Buffer.from([1]), ...(side === 'left' ? [other, soFar] : [soFar, other]));
      }, leaf);
      expect(end.toString('hex'), `${place} of ${size}`).toBe(root);
    }
  }
});
