import { createHash } from 'node:crypto';

const NODE = Buffer.from([1]);
const HASH_BYTES = 32;

/** One hash on the way to the root, and on which side of the one so far it stands. */
export interface PathStep {
  side: 'left' | 'right';
  hash: string;
}

/**
 * What leads from one leaf to the root of the tree of RFC 6962 §2.1 (https://www.rfc-editor.org/rfc/rfc6962#section-2.1.1).
 * `hashes`: those of all leaves, one after the other; `place`: which of them, from 0.
 */
export function merklePath(hashes: Buffer, place: number): PathStep[] {
  const path: PathStep[] = [];
  let level = Array.from({ length: hashes.length / HASH_BYTES }, (_, index) =>
    hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  for (let at = place; level.length > 1; at = at >> 1) {
    const neighbour = level[at ^ 1];
    // The last one of an odd number goes up as it is.
    if (neighbour) path.push({ side: at & 1 ? 'left' : 'right', hash: neighbour.toString('hex') });
    level = above(level);
  }
  return path;
}

function above(level: Buffer[]): Buffer[] {
  const nodes: Buffer[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index] as Buffer, level[index + 1]];
    nodes.push(right ? createHash('sha256').update(NODE).update(left).update(right).digest() : left);
  }
  return nodes;
}
