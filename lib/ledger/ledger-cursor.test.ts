import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { makeCursor } from '#lib/http/paging';
import { ledgerCursorField, makeLedgerCursor, readSnapshot } from '#lib/ledger/ledger-cursor';

const now = new Date('2026-11-20T08:30:00Z');
const dayBefore = Date.parse('2026-11-19T08:30:00Z');
const xid = fc.bigInt({ min: 3n, max: 2n ** 64n - 1n });
const place = fc.record({
  beforeJournal: fc.uuid().map((text) => text.toLowerCase()),
  balanceBututs: fc.bigInt({ min: -(10n ** 15n - 1n), max: 10n ** 15n - 1n }),
  snapshot: fc
    .tuple(xid, fc.array(fc.bigInt({ min: 1n, max: 2n ** 31n }), { maxLength: 100 }))
    .map(([next, distances]) =>
      readSnapshot(`1:${next}:${distances.map((each) => next - each).join(',')}`, now),
    ),
});

test('PostgreSQL’s snapshot is read with the distances of the transactions under way', () => {
  expect(readSnapshot('100:100:', now)).toEqual({ settledBeforeMs: dayBefore, nextXid: 100, underWay: [] });
  expect(readSnapshot('4294967290:4294967300:4294967290,4294967297', now)).toEqual({
    settledBeforeMs: dayBefore,
    nextXid: 4,
    underWay: [10, 3],
  });
});

test('a cursor comes back as it was made', () => {
  fc.assert(
    fc.property(place, (made) => {
      expect(ledgerCursorField.parse(makeLedgerCursor(made))).toEqual(made);
    }),
  );
});

test('one of a thousand transactions under way is taken', () => {
  const underWay = Array.from({ length: 1_000 }, (_, index) => 40_000 - index);
  const made = {
    beforeJournal: '01900000-0000-7000-8000-00000000000a',
    balanceBututs: 10n ** 14n,
    snapshot: { settledBeforeMs: now.getTime(), nextXid: 2 ** 32 - 1, underWay },
  };
  expect(ledgerCursorField.parse(makeLedgerCursor(made))).toEqual(made);
});

test('one of the release before has no snapshot', () => {
  const beforeJournal = '01900000-0000-7000-8000-00000000000a';
  expect(ledgerCursorField.parse(makeCursor([beforeJournal]))).toEqual({ beforeJournal });
  expect(ledgerCursorField.parse(makeCursor([beforeJournal, '-12345']))).toEqual({
    beforeJournal,
    balanceBututs: -12345n,
  });
});

test('a text that is none is refused, and what is read from any is a place', () => {
  const id = fc.uuid().map((text) => text.toLowerCase());
  const texts = fc.oneof(
    anyText(250),
    fc.array(anyText(10), { maxLength: 4 }).map(makeCursor),
    fc.tuple(id, anyText(10, 1)).map(makeCursor),
    fc
      .tuple(id, fc.integer().map(String), fc.string({ unit: fc.constantFrom(...'0aZz.-+ '), maxLength: 40 }))
      .map(makeCursor),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const read = ledgerCursorField.safeParse(text);
      if (!read.success) return;
      const { beforeJournal, snapshot } = read.data;
      expect(beforeJournal).toMatch(/^[0-9a-f-]{36}$/);
      if (snapshot === undefined) return;
      expect(new Date(snapshot.settledBeforeMs).getUTCFullYear()).toBeLessThan(6_000);
      for (const each of [snapshot.nextXid, ...snapshot.underWay])
        expect(each).toSatisfy(Number.isSafeInteger);
    }),
    { numRuns: 1_000 },
  );
  expect(ledgerCursorField.safeParse('A'.repeat(8_001)).success).toBe(false);
});
