import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// `npm ci` runs this (postinstall in package.json), so that every process has the mended driver, however it was started; and
// each start does, for whoever installed without scripts.
// postgres.js 3.4.9, the newest release:
// - writes to a connection that has closed, if a statement was sent on it: a TypeError that nobody can catch, and the end of
//   the process; and what stands in the buffer of a connection that closes keeps the next one from saying its first word.
//   https://github.com/porsager/postgres/issues/1208
// - forgets a statement that is sent on a connection after its error and before its end. It is never settled: whoever waits
//   for it waits for ever, and with two of them so does every new collection (lib/together.ts). Or, once that connection is
//   made anew for another statement, it is answered with no rows, as if the key, the payment or the balance that it asked
//   for were not there: 401 for a good key was seen (e2e/api/broken-connections.test.ts).
// To be removed with a release that has the mends.

const unsent =
  "(chunk = nextWriteTimer = null, error(Errors.connection('CONNECTION_CLOSED', options)), true)";
/**
 * What stands in the driver once, and what is put in its place.
 * @type {[string, string][]}
 */
export const mends = [
  ['function nextWrite(fn) {\n', `function nextWrite(fn) {\n    if (socket === null) return ${unsent}\n`],
  [
    'clearImmediate(nextWriteTimer)\n    if',
    'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if',
  ],
  [
    'clearImmediate(nextWriteTimer)\n    socket.',
    'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.',
  ],
  // What the error has rejected already cannot be rejected again.
  ['!hadError && (query || sent.length) && error(', 'if (query || sent.length) error('],
];

/** As modules are imported, and as Next's pages require it. */
const files = ['src/connection.js', 'cjs/src/connection.js'];

/** The text of the driver with the mends, whether or not it has them already. Throws on another release. */
function mended(source) {
  return mends.reduce((text, [before, after]) => {
    if (text.includes(after)) return text;
    if (text.split(before).length !== 2)
      throw new Error('This is another release of postgres: is scripts/mend-driver.js still needed?');
    return text.replace(before, () => after);
  }, source);
}

/** Does nothing where it is done. Throws one sentence where it may not write. */
export function mendDriver(folder = path.join(import.meta.dirname, '../node_modules/postgres')) {
  for (const name of files) {
    const file = path.join(folder, name);
    const source = readFileSync(file, 'utf8');
    const text = mended(source);
    if (text === source) continue;
    try {
      // Never half written, and no other copy that shares its bytes is changed.
      writeFileSync(`${file}.${process.pid}`, text);
      renameSync(`${file}.${process.pid}`, file);
    } catch {
      throw new Error('PostgreSQL’s driver has not been mended: run npm ci with install scripts allowed.');
    }
  }
}

if (process.argv[1] === import.meta.filename) mendDriver();
