import { describe, expect, test } from 'vitest';
import { settingName } from '#lib/rails/connections';
import { railDefinitions } from '#lib/rails/registry';
import { parseSettings, settingNames } from '#lib/settings';
import { getPage, rowsIn, source } from './read-pages.ts';

// settings.md against lib/settings.ts and .env.example.

const page = getPage('settings.md');
const enough = {
  DATABASE_URL: 'postgres://localhost/kaira',
  KAIRA_SECRET: 'thirty-two characters or more 01',
};
const rows = rowsIn(page.text)
  .filter(([first]) => /^`[A-Z_]+`$/.test(first ?? ''))
  .map(([name = '', standard = '', values = '', ...rest]) => ({
    name: name.slice(1, -1),
    standard: standard === 'none' ? undefined : standard.slice(1, -1),
    values,
    rest,
  }));
const ofRails = railDefinitions.flatMap(({ traits, live }) =>
  Object.entries(live?.fields ?? {}).map(([field, { kind }]) => ({
    name: settingName(traits.provider, field),
    kind,
  })),
);

const accepts = (name: string, value: string) => {
  try {
    parseSettings({ ...enough, BASE_URL: 'https://pay.example.com', [name]: value });
    return true;
  } catch {
    return false;
  }
};

test('names every setting, once, in the groups and the order of .env.example', () => {
  const headings = (text: string, form: RegExp) =>
    [...text.matchAll(form)].map(([, heading, name]) => (heading ? `# ${heading}` : name));
  const documented = headings(page.text, /^## (.+)$|^\| `([A-Z_]+)` \|/gm);
  const example = headings(source('.env.example'), /^# --- (.+) ---$|^# ([A-Z_]+)=/gm);
  expect(documented).toEqual(['# Mode', ...example]);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...settingNames, ...ofRails.map(({ name }) => name)].toSorted(),
  );
});

test('tells the default as it is', () => {
  const given = Object.fromEntries(
    rows.flatMap(({ name, standard }) => (standard === undefined ? [] : [[name, standard]])),
  );
  expect(parseSettings({ ...enough, ...given })).toEqual(parseSettings(enough));
  const standards = parseSettings(enough) as unknown as Record<string, unknown>;
  const without = rows.filter(({ name, standard }) => standard === undefined && !(name in enough));
  expect(without.filter(({ name }) => standards[name] !== undefined)).toEqual([]);
});

describe('tells what is accepted', () => {
  const bounded = rows.flatMap(({ name, values }) => {
    const [, low, high] = /([\d,]+) to ([\d,]+)$/.exec(values) ?? [];
    return low && high ? [{ name, low: whole(low), high: whole(high) }] : [];
  });
  test.each(bounded)('$name, from $low to $high', ({ name, low, high }) => {
    expect([low - 1, low, high, high + 1].map((value) => accepts(name, String(value)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  const listed = rows.flatMap(({ name, values }) => {
    const words = [...values.matchAll(/`([a-z]+)`/g)].map(([, word = '']) => word);
    return words.length > 1
      ? [{ name, words }]
      : values.startsWith('0 or 1')
        ? [{ name, words: ['0', '1'] }]
        : [];
  });
  test.each(listed)('$name, one of $words', ({ name, words }) => {
    expect(words.filter((word) => !accepts(name, word))).toEqual([]);
    expect(accepts(name, 'another')).toBe(false);
  });

  test('as many settings as have bounds or words', () => {
    expect(bounded.map(({ name }) => name)).toEqual([
      'PORT',
      'TRUST_PROXY',
      'DATABASE_POOL',
      'WEB_CONCURRENCY',
      'METRICS_PORT',
      'RATE_LIMIT_PER_SECOND',
      'RATE_LIMIT_BURST',
      'HOUSE_MONEY_TWO_PEOPLE_ABOVE',
      'SANDBOX_RESOLVE_MS',
      'WEBHOOK_ATTEMPTS_KEPT_DAYS',
      'PAYERS_KEPT_DAYS',
    ]);
    expect(listed.length).toBe(9);
  });

  test.each(rows.filter(({ values }) => values.includes('characters or more')))(
    '$name, as long as it says',
    ({ name, values }) => {
      const least = whole(/(\d+) characters/.exec(values)?.[1] ?? '');
      expect(accepts(name, 'x'.repeat(least))).toBe(true);
      expect(accepts(name, 'x'.repeat(least - 1))).toBe(false);
    },
  );

  test.each(rows.filter(({ values }) => values.includes('refused in production')))(
    '$name=1 is refused in production',
    ({ name }) => {
      const production = { ...enough, KAIRA_MODE: 'production', BASE_URL: 'https://pay.example.com' };
      expect(() => parseSettings(production)).not.toThrow();
      expect(() => parseSettings({ ...production, [name]: '1' })).toThrow(name);
    },
  );

  test('of a rail, what kind of a value it is', () => {
    const words = { url: 'https address', secret: 'secret', secrets: 'secrets', text: /text|mobile number/ };
    for (const { name, kind } of ofRails)
      expect(rows.find((row) => row.name === name)?.values, name).toMatch(words[kind]);
  });
});

test('every setting has a purpose and says what goes wrong', () => {
  expect(rows.filter(({ rest }) => rest.length !== 2 || rest.some((cell) => cell.length < 3))).toEqual([]);
});

test('the prefixes that are refused in production are those', () => {
  const [, prefixes = ''] = /const ownPrefixes = \/\^\((.+)\)_\//.exec(source('lib/settings.ts')) ?? [];
  const [, told = ''] = /is refused as well \((.+?)\)/.exec(page.text) ?? [];
  expect(told).toBe(
    prefixes
      .split('|')
      .map((prefix) => `\`${prefix}_\``)
      .join(', '),
  );
});

function whole(text: string): number {
  return Number(text.replaceAll(',', ''));
}
