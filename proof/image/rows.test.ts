import { expect, test } from 'vitest';
import { hasFault, tableOf } from './rows.ts';

const right = { what: 'user', seen: '1000:1000', isRight: true };
const unjudged = { what: 'seconds until ready', seen: '9.1 (load 8.0 on 2 processors)' };
const wrong = { what: 'size', seen: '351 MB', isRight: false };

test('what was not judged counts as neither right nor wrong, and is marked', () => {
  expect(tableOf([right, unjudged])).toEqual([
    '  user                 1000:1000',
    '? seconds until ready  9.1 (load 8.0 on 2 processors)',
    '',
    '1 right, 0 wrong, 1 not judged',
  ]);
  expect(hasFault([right, unjudged])).toBe(false);
});

test('what is wrong is marked, and a fault', () => {
  expect(tableOf([right, wrong])).toContain('✗ size  351 MB');
  expect(tableOf([right, wrong]).at(-1)).toBe('1 right, 1 wrong, 0 not judged');
  expect(hasFault([right, wrong])).toBe(true);
});
