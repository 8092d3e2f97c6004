import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { survivesBecause } from '#proof/mutation/equivalents';
import { findReach, type Judge, judgeAll, openJudge } from '#proof/mutation/judge';
import { plant } from '#proof/mutation/mutants';
import { lineOf, type Score, short } from '#proof/mutation/score';
import { markOf } from '#proof/mutation/sql-stage';
import type { Planned } from '#proof/mutation/switch-plan';

/** Beside each other here: what has noticed mistakes, which a run that was broken off goes on from, and what tests come by. */
const keptFile = '.data/proof/ts-mutants.jsonl';
const reachFolder = '.data/proof/ts-reach';

/** Each of these mistakes before the tests near to it, a folder at a time. */
export async function scoreSwitched(root: string, all: Planned[], wanted: Planned[]): Promise<Score[]> {
  const sources = new Map<string, string>();
  const sourceOf = (file: string) => {
    const known = sources.get(file) ?? readFileSync(path.join(root, file), 'utf8');
    sources.set(file, known);
    return known;
  };
  const keyOf = ({ file, mutant }: Planned) => markOf(file + plant(sourceOf(file), mutant));
  const markOfTest = (test: string) =>
    existsSync(path.join(root, test)) ? markOf(readFileSync(path.join(root, test), 'utf8')) : '';
  const kept = readKept(root);
  const isKept = (each: Planned) =>
    kept.get(keyOf(each))?.some(({ by, mark }) => mark === markOfTest(by)) === true;
  let judge: Judge | undefined;
  const scores: Score[] = [];
  for (const those of Map.groupBy(wanted, ({ file }) => path.dirname(file)).values()) {
    const open = those.filter((each) => !isKept(each));
    if (open.length > 0) {
      judge ??= await openJudge(root, path.join(root, reachFolder), all);
      await findReach(judge, [...new Set(open.map(({ file }) => file))]);
    }
    const fates = judge
      ? await judgeAll(judge, open, (each, by) => {
          const line = JSON.stringify({ key: keyOf(each), by, mark: markOfTest(by) });
          appendFileSync(path.join(root, keptFile), `${line}\n`);
        })
      : new Map();
    for (const [file, own] of Map.groupBy(those, (each) => each.file)) {
      const score: Score = { file, killed: 0, equivalent: 0, survivors: [], unreached: 0 };
      for (const each of own) {
        const fate = fates.get(each);
        if (fate === undefined || fate.by !== undefined) score.killed++;
        else if (survivesBecause(file, each.mutant)) score.equivalent++;
        else {
          score.survivors.push(each.mutant);
          if (!fate.isReached) score.unreached = (score.unreached ?? 0) + 1;
          const { line, before, after } = each.mutant;
          const where = fate.isReached ? '' : ' (no test comes by it)';
          console.log(`    ${file}:${line}  ${short(before)} → ${short(after)}${where}`);
        }
      }
      scores.push(score);
      console.log(lineOf(score));
    }
  }
  return scores;
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
