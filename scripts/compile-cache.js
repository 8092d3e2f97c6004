import module from 'node:module';
import path from 'node:path';

// What V8 makes of a file is kept for the next process that loads it: a start costs a fifth less processor time. Beside
// the build, and not in the data folder: whoever cannot change the code must not be able to change what was made of it.
// Files are named from there, so that what was kept goes with the folder to another place: the image brings it along
// (scripts/warm-compile-cache.ts). Where it cannot be written, what is not in it is compiled at every start. Node's own
// processes share it safely; the children of this one find it by the variables.
// https://nodejs.org/docs/latest-v24.x/api/module.html#module-compile-cache
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../.next/cache/kaira-compile');
process.env.NODE_COMPILE_CACHE_PORTABLE ??= '1';
module.enableCompileCache({ directory: process.env.NODE_COMPILE_CACHE, portable: true });
