import path from 'node:path';

// What the judge (switch-judge.ts) and the processes that run the tests (switch-runner.ts) tell each other, in a folder.

/** What a file of tests is asked: of each of its tests by its place, and of the file as a whole. */
export interface Ask {
  place: Record<number, number[]>;
  whole: number[];
}

/** Which mutants the tests of a file come by. */
export interface Reach {
  tests: ({ ms: number; isSound: boolean; reach: number[] } | null)[];
  /** Before and between the tests. */
  atImport: number[];
  isSound: boolean;
  ms: number;
}

export type Note =
  | { kind: 'begun'; number: number }
  /** `test` is -1 where the file was asked as a whole. */
  | { kind: 'noticed' | 'passed'; number: number; test: number }
  | { kind: 'once'; test: number; numbers: number[] }
  | { kind: 'finished' };

const folder = () => process.env.KAIRA_MUTANTS ?? '';
export const askFile = () => path.join(folder(), 'ask.json');
export const journalFile = () => path.join(folder(), 'journal.jsonl');
export const reachFile = (test: string) => path.join(folder(), `${test.replaceAll('/', '+')}.json`);
