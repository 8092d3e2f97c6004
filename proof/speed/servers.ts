import cluster from 'node:cluster';
import path from 'node:path';
import { heapFlags } from '#scripts/heap-flags';

// As many server processes on one port as BENCH_SERVERS says, which share it as those of `npm start` do; each has a
// worker inside.

cluster.schedulingPolicy = cluster.SCHED_NONE;
cluster.setupPrimary({
  exec: path.join(import.meta.dirname, '../../server.ts'),
  args: [],
  execArgv: heapFlags,
});
const count = Number(process.env.BENCH_SERVERS);
await Promise.all(
  Array.from({ length: count }, () => {
    const server = cluster.fork({ WEB_CONCURRENCY: String(count) });
    return new Promise<void>((resolve, reject) => {
      server.on('message', (message: { type?: string }) => message?.type === 'ready' && resolve());
      server.on('exit', (code) => reject(new Error(`a server ended with ${code} before it was ready`)));
    });
  }),
);
process.send?.({ type: 'ready' });
const stop = () => {
  for (const server of Object.values(cluster.workers ?? {})) server?.process.kill('SIGTERM');
  cluster.on('exit', () => Object.keys(cluster.workers ?? {}).length === 0 && process.exit(0));
};
process.on('SIGTERM', stop);
process.on('disconnect', stop);
