import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import config from '../../vitest.config.ts';
import { planned } from './switch-plan.ts';
import { withSwitches } from './switches.ts';

// The tests of vitest.config.ts, by the runner of switch-runner.ts and with every mutant behind a switch (switches.ts).

const root = path.resolve(import.meta.dirname, '../..');
const numbered = Map.groupBy(planned(root), ({ file }) => file);

const switches: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(_, id) {
    const file = path.relative(root, id.replace(/\?.*$/, ''));
    const mutants = numbered.get(file);
    return mutants && { code: withSwitches(readFileSync(path.join(root, file), 'utf8'), mutants), map: null };
  },
};

const projects = (config.test?.projects ?? []) as TestProjectInlineConfiguration[];

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    fsModuleCache: false,
    projects: projects
      .filter(({ test }) => /^(unit|db)(-alone)?$/.test(String(test?.name)))
      .map((project) => ({
        ...project,
        root,
        plugins: [switches],
        test: {
          ...project.test,
          isolate: false,
          retry: 0,
          update: 'none',
          runner: path.join(import.meta.dirname, 'switch-runner.ts'),
        },
      })),
  },
});
