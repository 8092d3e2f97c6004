import cluster, { type Worker } from 'node:cluster';
import { registry } from '#lib/metrics';
import { type Figures, FiguresOfAll } from '#lib/monitoring/add-up';
import { readDatabaseGauges } from '#lib/monitoring/database-gauges';
import { within } from '#lib/within';

// prom-client's own cluster metrics fail as a whole when one process does not answer, and lose what a process counted
// that has ended: only its arithmetic is used.

/** A process that does not answer for so long is left out. Longer than `readDatabaseGauges` waits. */
const FIGURES_WITHIN_MS = 3_500;
const SCRAPE_WITHIN_MS = 4_500;

interface Message {
  type: 'kaira:scrape' | 'kaira:figures';
  id: number;
  /** Of an answer, as of the type. */
  text?: string;
  figures?: Figures;
}

let asked = 0;

/**
 * What Prometheus is told: of all server processes of this `npm start` together, or of this process where it is alone.
 * Throws when the primary does not answer.
 */
export async function scrape(): Promise<string> {
  if (!cluster.isWorker) {
    await readDatabaseGauges();
    return registry.metrics();
  }
  const { text } = await ask(cluster.worker as Worker, 'kaira:scrape', SCRAPE_WITHIN_MS);
  return text ?? '';
}

/** In a server process: has it tell its figures when the primary asks for them, whichever process was scraped. */
export function tellFigures(): void {
  cluster.worker?.on('message', async (message: Message) => {
    if (message.type !== 'kaira:figures') return;
    await readDatabaseGauges();
    const figures = await registry.getMetricsAsJSON();
    send(cluster.worker as Worker, { ...message, figures });
  });
}

/** In the primary: has it answer each scrape of a server process with the figures of all. */
export function answerScrapes(): void {
  const all = new FiguresOfAll();
  cluster.on('exit', (worker) => all.end(worker.id));
  cluster.on('message', async (asker, message: Message) => {
    if (message.type !== 'kaira:scrape') return;
    const answered = new Map<number, Figures>();
    await Promise.allSettled(
      Object.values(cluster.workers ?? {}).map(async (worker) => {
        const { figures } = await ask(worker as Worker, 'kaira:figures', FIGURES_WITHIN_MS);
        if (figures) answered.set((worker as Worker).id, figures);
      }),
    );
    send(asker, { ...message, text: await all.text(answered) });
  });
}

/** Either side of a channel; the answer bears the type and the id of the question. */
async function ask(other: Worker, type: Message['type'], withinMs: number): Promise<Message> {
  const id = ++asked;
  const answer = Promise.withResolvers<Message>();
  const hear = (message: Message) => {
    if (message.type === type && message.id === id) answer.resolve(message);
  };
  other.on('message', hear);
  try {
    send(other, { type, id });
    return await within(withinMs, answer.promise);
  } finally {
    other.off('message', hear);
  }
}

/** Whoever is gone does not answer: that is seen by the time. */
function send(other: Worker, message: Message): void {
  if (other.isConnected()) other.send(message, () => {});
}
