export interface Row {
  what: string;
  seen: string;
  /** Left out where this machine was in no state to judge it. */
  isRight?: boolean;
}

/** A line each, and one that counts them. */
export function tableOf(rows: Row[]): string[] {
  const width = Math.max(...rows.map(({ what }) => what.length));
  const count = (wanted: boolean | undefined) => rows.filter(({ isRight }) => isRight === wanted).length;
  const mark = ({ isRight }: Row) => (isRight === undefined ? '?' : isRight ? ' ' : '✗');
  return [
    ...rows.map((row) => `${mark(row)} ${row.what.padEnd(width)}  ${row.seen}`),
    '',
    `${count(true)} right, ${count(false)} wrong, ${count(undefined)} not judged`,
  ];
}

export function hasFault(rows: Row[]): boolean {
  return rows.some(({ isRight }) => isRight === false);
}
