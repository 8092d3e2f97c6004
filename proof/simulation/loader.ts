import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// How the product's modules come into a simulation: a graph of their own for each run, so that no run finds what
// another left in memory, and with the planted bug in it, if the run is to have one.

export interface PlantedSource {
  /** From the root of the repository. */
  file: string;
  find: string;
  put: string;
}

const root = path.resolve(import.meta.dirname, '../..');
const rootUrl = pathToFileURL(`${root}/`).href;
const replaced = new Map([[urlOf('lib/rails/call-rail.ts'), urlOf('proof/simulation/call-rail.ts')]]);
/** Shared by all runs: they hold nothing of a run. Packages are, too, but for one that remembers its last id. */
const own = /^(lib|db|app|simulator|proof|components)\//;
const reloadedPackage = '/node_modules/uuid/';
const stripped = new Map<string, string>();
let run = 0;
let planted: readonly PlantedSource[] = [];

function urlOf(file: string): string {
  return pathToFileURL(path.join(root, file)).href;
}

/** The module as this run has it; all that it imports is of this run as well. */
export function loadForRun<T>(file: string, bug: readonly PlantedSource[] = []): Promise<T> {
  run++;
  planted = bug;
  return import(`${urlOf(file)}?run=${run}`) as Promise<T>;
}

registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context);
    const [, tag] = /\?run=(\d+)$/.exec(context.parentURL ?? '') ?? [];
    if (tag === undefined || !result.url.startsWith(rootUrl) || result.url.includes('?')) return result;
    const isOwn = own.test(result.url.slice(rootUrl.length)) || result.url.includes(reloadedPackage);
    if (!isOwn) return result;
    return { ...result, url: `${replaced.get(result.url) ?? result.url}?run=${tag}` };
  },
  load(url, context, next) {
    if (!/\?run=\d+$/.test(url) || !url.startsWith(rootUrl) || url.includes('/node_modules/'))
      return next(url, context);
    const file = fileURLToPath(url.replace(/\?.*$/, ''));
    if (!file.endsWith('.ts')) return next(url, context);
    const name = path.relative(root, file).split(path.sep).join('/');
    const bugs = planted.filter((each) => each.file === name);
    let source = bugs.length === 0 ? stripped.get(file) : undefined;
    if (source === undefined) {
      let text = readFileSync(file, 'utf8');
      for (const { find, put } of bugs) text = plant(text, find, put, name);
      source = stripTypeScriptTypes(text, { mode: 'strip' });
      if (bugs.length === 0) stripped.set(file, source);
    }
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Throws unless `find` is there exactly once: a bug that no longer fits its place is not planted somewhere else. */
export function plant(text: string, find: string, put: string, name: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${name} has ${parts.length - 1} times: ${find}`);
  return parts.join(put);
}
