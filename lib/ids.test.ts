import { describe, expect, test } from 'vitest';
import { isUuid, newId } from './ids.ts';

describe('newId', () => {
  test('is a UUIDv7, unique, and sorts in the order of making', () => {
    const ids = Array.from({ length: 10_000 }, newId);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  test('of a time begins with that time, and sorts in the order of making within it', () => {
    const at = new Date('2026-11-20T08:30:00.123Z');
    const ids = Array.from({ length: 1_000 }, () => newId(at));
    for (const id of ids) expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at.getTime());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });
});

describe('isUuid', () => {
  test('takes UUIDs of any version and case', () => {
    expect(isUuid(newId())).toBe(true);
    expect(isUuid('9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D')).toBe(true);
  });

  test.each([
    '',
    'order-1',
    '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d',
    '{9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d}',
    '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6',
    '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d\n',
    '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6g',
    '９b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
  ])('refuses %j', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
