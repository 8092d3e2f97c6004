import type { Mutant } from '#proof/mutation/mutants';

/** What became of the mutants of a file. */
export interface Score {
  file: string;
  killed: number;
  equivalent: number;
  survivors: Mutant[];
  /** Of SQL: what PostgreSQL does not make a function of. */
  refused?: number;
  /** Of TypeScript: those of the survivors that no test which was asked comes by. */
  unreached?: number;
}

export const short = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

export function lineOf({ file, killed, equivalent, survivors, refused, unreached }: Score): string {
  const all = killed + survivors.length;
  const score = all === 0 ? '–' : `${Math.floor((100 * killed) / all)} %`;
  const last = refused ?? unreached;
  return `| ${file} | ${killed + equivalent + survivors.length} | ${killed} | ${equivalent} | ${survivors.length} | ${score} |${last === undefined ? '' : ` ${last} |`}`;
}

export function reportOf(scores: Score[]): string {
  const sum = sumOf(scores);
  const last = sum.refused !== undefined ? 'refused' : sum.unreached !== undefined ? 'unreached' : undefined;
  return [
    `| file | mutants | noticed | no mistake | survive | score |${last ? ` ${last} |` : ''}`,
    `|---|---|---|---|---|---|${last ? '---|' : ''}`,
    ...scores.map(lineOf),
    lineOf(sum),
  ].join('\n');
}

/** What a page of all trials says of it. */
export function figuresOf(scores: Score[]) {
  const { killed, equivalent, survivors } = sumOf(scores);
  return {
    mutants: killed + equivalent + survivors.length,
    noticed: killed,
    noMistake: equivalent,
    survive: survivors.length,
    survivors: scores.flatMap(({ file, survivors }) =>
      survivors.map(({ line, before, after }) => ({ place: `${file}:${line}`, before, after })),
    ),
  };
}

function sumOf(scores: Score[]): Score {
  return scores.reduce((all, each) => ({
    file: '**all**',
    killed: all.killed + each.killed,
    equivalent: all.equivalent + each.equivalent,
    survivors: [...all.survivors, ...each.survivors],
    ...(each.refused !== undefined && { refused: (all.refused ?? 0) + each.refused }),
    ...(each.unreached !== undefined && { unreached: (all.unreached ?? 0) + each.unreached }),
  }));
}
