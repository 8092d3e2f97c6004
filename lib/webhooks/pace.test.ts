import { expect, test } from 'vitest';
import { createPace, MOST_SLOTS, SLOTS_PER_ENDPOINT, slotsAt, UNDER_WAY_MS } from '#lib/webhooks/pace';

test.each([
  [0, 32],
  [25, 32],
  [26, 30],
  [100, 8],
  [160, 5],
  [200, 4],
  [10_000, 4],
])('an endpoint that answers in %i ms has %i requests under way at most', (latencyMs, slots) => {
  expect(slotsAt(latencyMs)).toBe(slots);
});

test('never is more of an endpoint’s time under way than its share, but for the four that all have', () => {
  for (let latencyMs = 0; latencyMs < 2_000; latencyMs++) {
    const slots = slotsAt(latencyMs);
    expect(slots).toBeGreaterThanOrEqual(SLOTS_PER_ENDPOINT);
    expect(slots).toBeLessThanOrEqual(MOST_SLOTS);
    if (slots > SLOTS_PER_ENDPOINT) expect(slots * latencyMs).toBeLessThanOrEqual(UNDER_WAY_MS);
  }
});

test('it has one more after each delivery, none for a slow one, and begins anew after a failure', () => {
  const pace = createPace();
  for (let each = 0; each < 3; each++) pace.note('fast', 5, true);
  for (let each = 0; each < 50; each++) pace.note('slow', 300, true);
  expect(pace.slots()).toEqual({ fast: 7 });
  for (let each = 0; each < 50; each++) pace.note('fast', 5, true);
  expect(pace.slots()).toEqual({ fast: 32 });
  // It grows slow under what it is given.
  for (let each = 0; each < 50; each++) pace.note('fast', 100, true);
  expect(pace.slots()).toEqual({ fast: 8 });
  pace.note('fast', 5, false);
  expect(pace.slots()).toEqual({});
  pace.note('fast', 5, true);
  expect(pace.slots()).toEqual({ fast: 5 });
});

test('what is remembered has an end, and forgets whom it has not heard of for longest', () => {
  const pace = createPace();
  for (let each = 0; each < 2_000; each++) pace.note(`endpoint ${each}`, 1, true);
  const known = Object.keys(pace.slots());
  expect(known).toHaveLength(1_000);
  expect(known[0]).toBe('endpoint 1000');
});
