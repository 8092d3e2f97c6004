import { expect, test } from 'vitest';
import { unreadyLines } from '#scripts/banner';

test('a start over a database that lacks acknowledged payments says so, and nothing else does', () => {
  expect(unreadyLines({ database: true, history: false }).join(' ')).toMatch(
    /takes nothing new.*npm run history/,
  );
  for (const checks of [undefined, { database: true, history: true }, { database: false, history: false }])
    expect(unreadyLines(checks)).toEqual([]);
});
