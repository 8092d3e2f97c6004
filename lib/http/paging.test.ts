import { describe, expect, it } from 'vitest';
import { cursorField, makeCursor } from '#lib/http/paging';
import { transactionQuery } from '#lib/reads/list-transactions';

const id = '01900000-0000-7000-8000-00000000000a';

describe('a cursor', () => {
  it('comes back as it was made', () => {
    expect(cursorField.parse(makeCursor([id]))).toEqual([id]);
    expect(cursorField.parse(makeCursor([id, '-12345']))).toEqual([id, '-12345']);
  });

  it('that was made up is refused, also one with a balance that no account can have', () => {
    for (const text of [
      '',
      'x',
      makeCursor(['1']),
      makeCursor([id, '9'.repeat(18)]),
      makeCursor([id, '1', '2']),
      'A'.repeat(300),
    ]) {
      expect(cursorField.safeParse(text).success).toBe(false);
    }
  });
});

describe('from and to', () => {
  const read = (query: Record<string, string>) => transactionQuery.safeParse(query);

  it('are a whole day when they are bare', () => {
    const { data } = read({ from: '2026-11-20', to: '2026-11-20' });
    expect(data?.from?.toISOString()).toBe('2026-11-20T00:00:00.000Z');
    expect(data?.to?.toISOString()).toBe('2026-11-21T00:00:00.000Z');
  });

  it('are a moment when they have a time', () => {
    expect(read({ to: '2026-11-20T08:30:00+01:00' }).data?.to?.toISOString()).toBe(
      '2026-11-20T07:30:00.000Z',
    );
  });

  it('are refused when there is no such day or PostgreSQL could not hold it', () => {
    for (const to of [
      '2026-02-30',
      '2026-02-30T00:00:00Z',
      '9999-12-31',
      '0000-01-01',
      '0001-01-01T00:00:00+14:00',
      '2026-11-20T08:30:00',
      'yesterday',
    ]) {
      expect(read({ to }).success, to).toBe(false);
    }
  });
});
