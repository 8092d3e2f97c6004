import module from 'node:module';

// postgres.js 3.4.9, the newest release, writes to a connection that has closed if a statement was sent on it: a TypeError
// that nobody can catch, and the end of the process. And what stands in its buffer when a connection closes keeps the next
// one from saying its first word (https://github.com/porsager/postgres/issues/1208). And a statement that is sent on a
// connection after its error and before its end is never settled: whoever waits for it waits for ever, and with two of
// them so does every new payment (lib/together.ts). Until there is a release with the mend it is put in as the driver is
// loaded, in every process that begins with load-environment.js.
const unsent =
  "(chunk = nextWriteTimer = null, error(Errors.connection('CONNECTION_CLOSED', options)), true)";
const mends = [
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

module.registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!/\/node_modules\/postgres\/(cjs\/)?src\/connection\.js$/.test(url)) return loaded;
    return { ...loaded, source: mends.reduce(mended, String(loaded.source)) };
  },
});

function mended(source, [before, after]) {
  if (source.split(before).length !== 2)
    throw new Error('This is another release of postgres: is scripts/mend-driver.js still needed?');
  return source.replace(before, after);
}
