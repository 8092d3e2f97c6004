import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { type Figures, FiguresOfAll } from './add-up.ts';

/** What a process tells that served so many requests, and has so many in hand. */
async function toldBy(served: number, inHand: number, isUp = 1): Promise<Figures> {
  const registry = new Registry();
  const registers = [registry];
  const facts = { help: 'h', registers };
  new Counter({ ...facts, name: 'served_total', labelNames: ['status'] }).inc({ status: '200' }, served);
  new Histogram({ ...facts, name: 'seconds', buckets: [1] }).observe(served);
  new Gauge({ ...facts, name: 'in_hand' }).set(inHand);
  new Gauge({ ...facts, name: 'up', aggregator: 'min' }).set(isUp);
  // As it comes through the channel between two processes.
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()));
}

describe('the figures of several processes', () => {
  test('are added up, and the database is away when it is for one of them', async () => {
    const all = new FiguresOfAll();
    const text = await all.text(
      new Map([
        [1, await toldBy(700, 2)],
        [2, await toldBy(500, 3, 0)],
      ]),
    );
    expect(text).toContain('served_total{status="200"} 1200\n');
    expect(text).toContain('seconds_count 2\n');
    expect(text).toContain('seconds_bucket{le="+Inf"} 2\n');
    expect(text).toContain('in_hand 5\n');
    expect(text).toContain('up 0\n');
  });

  test('never go down by the end of one, or by its silence, and what it had in hand is gone', async () => {
    const all = new FiguresOfAll();
    await all.text(
      new Map([
        [1, await toldBy(700, 2)],
        [2, await toldBy(500, 3)],
      ]),
    );
    const silent = await all.text(new Map([[1, await toldBy(701, 2)]]));
    expect(silent).toContain('served_total{status="200"} 1201\n');
    expect(silent).toContain('in_hand 2\n');
    all.end(2);
    // Another one in its place ends as well, and a third begins.
    await all.text(
      new Map([
        [1, await toldBy(701, 2)],
        [3, await toldBy(10, 1)],
      ]),
    );
    all.end(3);
    const later = await all.text(
      new Map([
        [1, await toldBy(702, 0)],
        [4, await toldBy(1, 1)],
      ]),
    );
    expect(later).toContain('served_total{status="200"} 1213\n');
    expect(later).toContain('seconds_count 4\n');
    expect(later).toContain('in_hand 1\n');
  });

  test('are those of one where there is one', async () => {
    const text = await new FiguresOfAll().text(new Map([[1, await toldBy(7, 2)]]));
    expect(text).toContain('served_total{status="200"} 7\n');
    expect(text).toContain('# TYPE seconds histogram');
  });
});
