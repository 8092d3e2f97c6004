/** Of PostgreSQL: a page, what each has before its rows, a row's and an index entry's head, and where each is noted. */
const PAGE = { bytes: 8192, head: 24, special: 16, row: 24, entry: 8, pointer: 4, filled: 0.9 };

/** A table of `rows` and the index of its key, in bytes: the key (a uuid, or a digest with its length) and a cell's number. */
export function tableBytes(rows: number, keyBytes: number): number {
  const row = aligned(PAGE.row + keyBytes + 2) + PAGE.pointer;
  const entry = aligned(PAGE.entry + keyBytes) + PAGE.pointer;
  const rowsAPage = Math.floor((PAGE.bytes - PAGE.head) / row);
  const entriesAPage = Math.floor(((PAGE.bytes - PAGE.head - PAGE.special) * PAGE.filled) / entry);
  return (Math.ceil(rows / rowsAPage) + Math.ceil(rows / entriesAPage)) * PAGE.bytes;
}

const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

/** All keys as busy as each other, and each request to any of the processes: the worst case of a cache. */
export interface Traffic {
  requestsPerSecond: number;
  keys: number;
  processes: number;
  /** What was looked up is believed for so long. */
  ageSeconds: number;
}

/** That a request finds its key: looked up, it is known for `ageSeconds`, and then until the next request it is not. */
export function knownShare({ requestsPerSecond, keys, processes, ageSeconds }: Traffic): number {
  const asked = (requestsPerSecond / keys / processes) * ageSeconds;
  return asked / (1 + asked);
}

export function lookUpsPerSecond(traffic: Traffic): number {
  return traffic.requestsPerSecond * (1 - knownShare(traffic));
}

/** Of the requests in an outage of the directory, how many find no cell: what was known grows too old, and is not renewed. */
export function refusedShare(traffic: Traffic, outageSeconds: number): number {
  const { ageSeconds } = traffic;
  const lasted =
    outageSeconds <= ageSeconds ? 1 - outageSeconds / (2 * ageSeconds) : ageSeconds / (2 * outageSeconds);
  return 1 - knownShare(traffic) * lasted;
}
