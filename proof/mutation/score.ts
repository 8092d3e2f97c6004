import type { Mutant } from '#proof/mutation/mutants';

/** What became of the mutants of a file. */
export interface Score {
  file: string;
  killed: number;
  equivalent: number;
  survivors: Mutant[];
  /** Of SQL: what PostgreSQL does not make a function of. */
  refused?: number;
}

export const short = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

export function lineOf({ file, killed, equivalent, survivors, refused }: Score): string {
  const all = killed + survivors.length;
  const score = all === 0 ? '–' : `${Math.floor((100 * killed) / all)} %`;
  return `| ${file} | ${killed + equivalent + survivors.length} | ${killed} | ${equivalent} | ${survivors.length} | ${score} |${refused === undefined ? '' : ` ${refused} |`}`;
}

export function reportOf(scores: Score[]): string {
  const sum = scores.reduce((all, each) => ({
    file: '**all**',
    killed: all.killed + each.killed,
    equivalent: all.equivalent + each.equivalent,
    survivors: [...all.survivors, ...each.survivors],
    ...(each.refused !== undefined && { refused: (all.refused ?? 0) + each.refused }),
  }));
  const isSql = sum.refused !== undefined;
  return [
    `| file | mutants | noticed | no mistake | survive | score |${isSql ? ' refused |' : ''}`,
    `|---|---|---|---|---|---|${isSql ? '---|' : ''}`,
    ...scores.map(lineOf),
    lineOf(sum),
  ].join('\n');
}
