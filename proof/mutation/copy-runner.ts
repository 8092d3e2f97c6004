import { setTimeout as sleep } from 'node:timers/promises';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

const CLOSES_WITHIN_MS = 15_000;

/** Runs tests of a copy of the repository, as often as they are asked for. */
export interface CopyRunner {
  root: string;
  vitest: Vitest;
  specifications: TestSpecification[];
}

export async function openCopyRunner(root: string): Promise<CopyRunner> {
  process.chdir(root);
  const vitest = await createVitest(
    'test',
    { root, project: ['db', 'db-alone'], watch: false, maxWorkers: 2, reporters: [{}] } as never,
    { logLevel: 'silent' },
  );
  return { root, vitest, specifications: await vitest.globTestSpecifications() };
}

/** One of its processes may be in an endless loop. */
export async function closeCopyRunner({ vitest }: CopyRunner): Promise<void> {
  await Promise.race([vitest.close(), sleep(CLOSES_WITHIN_MS)]);
}
