import { AggregatorRegistry } from 'prom-client';

/** What `registry.getMetricsAsJSON()` tells of one process. */
export type Figures = { name: string; type: unknown; values: unknown[] }[];

/**
 * The figures of several processes as one. A gauge is of those that answered. A counter and a histogram are of all that
 * ever did: of one that ended, or does not answer now, as it told them last, so that no sum ever goes down. What a
 * process counted between its last answer and its end is not in it.
 */
export class FiguresOfAll {
  readonly #last = new Map<number, Figures>();
  #ended: Figures = [];

  /** The text of a scrape, from the processes that answered; each metric is added up as its `aggregator` says. */
  text(answered: ReadonlyMap<number, Figures>): Promise<string> {
    for (const [id, figures] of answered) this.#last.set(id, figures);
    const silent = [...this.#last].filter(([id]) => !answered.has(id)).flatMap(([, last]) => counted(last));
    return AggregatorRegistry.aggregate([...answered.values(), silent, this.#ended]).metrics();
  }

  /** The process will not answer any more. */
  end(id: number): void {
    const ended = counted(this.#last.get(id) ?? []);
    this.#last.delete(id);
    this.#ended = AggregatorRegistry.aggregate([
      this.#ended,
      ended,
    ]).getMetricsAsArray() as unknown as Figures;
  }
}

function counted(figures: Figures): Figures {
  return figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
