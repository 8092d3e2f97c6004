import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bugs } from '#proof/simulation/bugs';
import { mutants } from './mutants.ts';

// Loaded before server.ts by model-bugs.ts: the product's modules with the mistake in them that MODEL_BUG names.

const root = path.resolve(import.meta.dirname, '../..');
const { sources = [] } = [...bugs, ...mutants].find(({ name }) => name === process.env.MODEL_BUG) ?? {};
const planted = new Map(sources.map(({ file }) => [path.join(root, file), file]));

registerHooks({
  load(url, context, next) {
    const file = url.startsWith('file:') ? planted.get(fileURLToPath(url)) : undefined;
    if (file === undefined) return next(url, context);
    let text = readFileSync(path.join(root, file), 'utf8');
    for (const each of sources) {
      if (each.file !== file) continue;
      if (!text.includes(each.find)) throw new Error(`${file} has no ${each.find}`);
      text = text.replace(each.find, () => each.put);
    }
    return { format: 'module', source: stripTypeScriptTypes(text, { mode: 'strip' }), shortCircuit: true };
  },
});
