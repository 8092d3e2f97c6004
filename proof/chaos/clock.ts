import { readFileSync } from 'node:fs';

// node --import ./proof/chaos/clock.ts <program>: a process whose clock can jump. At SIGUSR2 it reads from the file
// CHAOS_CLOCK by how many milliseconds. Timers go on as they were, as they do when a real clock is set.

const file = process.env.CHAOS_CLOCK;
const SystemDate = Date;
const systemNow = Date.now;
let offsetMs = 0;

if (file !== undefined) {
  SystemDate.now = () => systemNow() + offsetMs;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, words, newTarget) =>
      Reflect.construct(target, words.length > 0 ? words : [SystemDate.now()], newTarget),
    apply: () => new SystemDate(SystemDate.now()).toString(),
  });
  process.on('SIGUSR2', () => {
    offsetMs = Number(readFileSync(file, 'utf8'));
  });
}
