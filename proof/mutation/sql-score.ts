import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { survivesBecause } from '#proof/mutation/equivalents';
import { plant } from '#proof/mutation/mutants';
import { lineOf, type Score, short } from '#proof/mutation/score';
import { askTests, openSqlRunner, type SqlRunner, statementOf } from '#proof/mutation/sql-judge';
import { functionsOf, type SqlMutant, sqlMutantsOf } from '#proof/mutation/sql-mutants';
import {
  askScenarios,
  closeStage,
  markOf,
  marksOfScenarios,
  openStage,
  type Stage,
} from '#proof/mutation/sql-stage';

/** What has noticed mistakes is kept here, so that a run that was broken off goes on where it was. */
const keptFile = '.data/proof/sql-mutants.jsonl';

export interface Asked {
  ask: 'both' | 'scenarios' | 'tests';
  /** Which tests have a function called is found out anew. */
  withCalls: boolean;
}

type Planned = { file: string; mutant: SqlMutant };

/** Each mistake in the functions of these files, before the scenarios, and those that they do not notice before the tests. */
export async function scoreSql(
  root: string,
  files: string[],
  thinOut: (all: Planned[]) => Planned[],
  asked: Asked,
): Promise<Score[]> {
  const sources = new Map(files.map((each) => [each, readFileSync(path.join(root, each), 'utf8')]));
  const own = ownFunctions(root);
  const planned = thinOut(
    [...sources].flatMap(([each, source]) =>
      sqlMutantsOf(source, own).map((mutant) => ({ file: each, mutant })),
    ),
  );
  console.log(`${planned.length} mutants in ${files.length} files`);
  const judge = openJudge(root, asked);
  try {
    const scores: Score[] = [];
    for (const [each, those] of Map.groupBy(planned, (plan) => plan.file)) {
      const score: Score = { file: each, killed: 0, equivalent: 0, survivors: [], refused: 0 };
      for (const { mutant } of those) {
        const verdict = await judge.judge(each, sources.get(each) ?? '', mutant);
        if (verdict === 'refused') score.refused = (score.refused ?? 0) + 1;
        else if (verdict === 'equivalent') score.equivalent++;
        else if (verdict === 'survived') score.survivors.push(mutant);
        else score.killed++;
        if (verdict === 'survived')
          console.log(
            `    ${each}:${mutant.line} ${mutant.of}  ${short(mutant.before)} → ${short(mutant.after)}`,
          );
      }
      scores.push(score);
      console.log(lineOf(score));
    }
    return scores;
  } finally {
    await judge.close();
  }
}

type Verdict = 'noticed' | 'equivalent' | 'survived' | 'refused';

function openJudge(root: string, { ask, withCalls }: Asked) {
  const marks = marksOfScenarios(root);
  const markOfNoticer = (by: string) =>
    marks.get(by) ??
    (existsSync(path.join(root, by)) ? markOf(readFileSync(path.join(root, by), 'utf8')) : '');
  const mayAsk = (by: string) => ask === 'both' || marks.has(by) === (ask === 'scenarios');
  const kept = readKept(root);
  let stage: Stage | undefined;
  let runner: SqlRunner | undefined;
  const noticed = (key: string, by: string): Verdict => {
    appendFileSync(path.join(root, keptFile), `${JSON.stringify({ key, by, mark: markOfNoticer(by) })}\n`);
    return 'noticed';
  };
  const judge = async (file: string, source: string, mutant: SqlMutant): Promise<Verdict> => {
    const mistaken = statementOf(plant(source, mutant), mutant.of);
    const key = markOf(mistaken);
    if (kept.get(key)?.some(({ by, mark }) => mayAsk(by) && mark === markOfNoticer(by))) return 'noticed';
    if (ask !== 'tests') {
      stage ??= await openStage(root);
      const found = await askScenarios(stage, mistaken, mutant.of);
      if (found === null) return 'refused';
      if (found !== undefined) return noticed(key, found);
    }
    if (survivesBecause(file, mutant)) return 'equivalent';
    if (ask === 'scenarios') return 'survived';
    runner ??= await openSqlRunner(root, withCalls);
    const found = await askTests(runner, file, statementOf(source, mutant.of), mistaken, mutant.of);
    if (found === null) return 'refused';
    return found === undefined ? 'survived' : noticed(key, found);
  };
  const close = async () => {
    if (stage) await closeStage(stage);
    await runner?.vitest.close();
  };
  return { judge, close };
}

/** By mistake: what has noticed it, with the mark of that as it was then. */
function readKept(root: string): Map<string, { by: string; mark: string }[]> {
  const where = path.join(root, keptFile);
  mkdirSync(path.dirname(where), { recursive: true });
  if (!existsSync(where)) return new Map();
  const lines = readFileSync(where, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as { key: string; by: string; mark: string });
  return Map.groupBy(all, ({ key }) => key);
}

/** All names of functions, whose arguments may be exchanged. */
function ownFunctions(root: string): Set<string> {
  const files = globSync('db/functions/*.sql', { cwd: root });
  return new Set(
    files.flatMap((each) => functionsOf(readFileSync(path.join(root, each), 'utf8')).map(({ name }) => name)),
  );
}
