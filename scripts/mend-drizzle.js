import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// `npm ci` runs this, and so does each start, for whoever installed without scripts.
// drizzle-orm 0.45.4 names each of its 447 modules in its package.json, with four targets each: 137 KB. Node 24 parses all
// of it anew whenever one module of the package imports another: half of the processor time in which scripts/start.ts loads,
// a sixth of a server's start. A pattern says the same in a twentieth.
// https://nodejs.org/docs/latest-v24.x/api/packages.html#subpath-patterns

/** The same modules under the same names; types stand beside each, where TypeScript looks for them. */
function shortened(exported) {
  const rest = Object.entries(exported).flatMap(([name, { import: own, require: common }]) => {
    const [module, commonModule] = [own?.default, common?.default];
    if (module === `${name}.js` && commonModule === `${name}.cjs`) return [];
    if (module === undefined || commonModule === undefined) return [[name, exported[name]]];
    return [[name, { import: module, require: commonModule }]];
  });
  return { ...Object.fromEntries(rest), './*': { import: './*.js', require: './*.cjs' } };
}

/** Does nothing where it is done. Where it may not write, a start only takes longer. */
export function mendDrizzle(folder = path.join(import.meta.dirname, '../node_modules/drizzle-orm')) {
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  if ('./*' in manifest.exports) return;
  const text = JSON.stringify({ ...manifest, exports: shortened(manifest.exports) }, null, 2);
  try {
    // Never half written, and no other copy that shares its bytes is changed.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  } catch {}
}

if (process.argv[1] === import.meta.filename) mendDrizzle();
