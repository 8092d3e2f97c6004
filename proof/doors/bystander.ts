/**
 * Somebody else who goes on working while one asks for everything. It runs in a thread of its own, with connections of
 * its own, so that what it waits for is the product and not the one who attacks.
 */
import { randomUUID } from 'node:crypto';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type Send, send } from './http.ts';

export type Call = { path: string; options: Send };
export type Seen = { status: number; ms: number };
type Task = { base: string; call: Call; everyMs: number };

export class Bystander {
  private worker: Worker;
  private done: Promise<Seen[]>;

  constructor(base: string, call: Call, everyMs = 60) {
    this.worker = new Worker(new URL('./bystander.ts', import.meta.url), {
      workerData: { base, call, everyMs } satisfies Task,
    });
    this.done = new Promise((done, failed) => {
      this.worker.once('message', done);
      this.worker.once('error', failed);
    });
  }

  /** What was seen in all. What is not answered within ten seconds counts as status 0. */
  async stop(): Promise<Seen[]> {
    this.worker.postMessage('stop');
    const seen = await this.done;
    await this.worker.terminate();
    return seen;
  }
}

if (parentPort && workerData?.call) {
  const { base, call, everyMs } = workerData as Task;
  const calls: Promise<Seen>[] = [];
  const timer = setInterval(() => {
    calls.push(
      send(base, call.path, { timeoutMs: 10_000, ...call.options, ...anew(call.options) }).then(
        ({ status, ms }) => ({
          status,
          ms,
        }),
      ),
    );
  }, everyMs);
  parentPort.once('message', async () => {
    clearInterval(timer);
    parentPort?.postMessage(await Promise.all(calls));
  });
}

/** A body with a reference of its own each time. */
function anew({ body }: Send): Send {
  return body && typeof body === 'object' ? { body: { ...body, client_reference: randomUUID() } } : {};
}
