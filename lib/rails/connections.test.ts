import { describe, expect, test } from 'vitest';
import { SettingsError } from '#lib/settings';
import { requireRailSettings } from './connections.ts';
import { railDefinitions } from './registry.ts';

const whole = {
  RAIL_W_BASE_URL: 'https://api.rail.example/',
  RAIL_W_API_KEY: 'key-of-w',
  RAIL_W_NOTICE_SECRETS: 'one,two',
};
const check = (given: Record<string, string>) => requireRailSettings(railDefinitions, given);

test('a rail has all of its settings, or none', () => {
  expect(() => check({})).not.toThrow();
  expect(() => check(whole)).not.toThrow();
});

describe('a start with a faulty setting of a rail ends with one sentence that names it and no value', () => {
  test.each([
    [
      'a part',
      { RAIL_W_API_KEY: 'key-of-w' },
      /^RAIL_W_BASE_URL, RAIL_W_NOTICE_SECRETS missing: give all settings of PROVIDER_W, or none$/,
    ],
    [
      'an unknown name',
      { ...whole, RAIL_W_API_KEI: 'key-of-w' },
      /^RAIL_W_API_KEI: no rail has such a setting$/,
    ],
    [
      'http',
      { ...whole, RAIL_W_BASE_URL: 'http://rail.example' },
      /^RAIL_W_BASE_URL must be an https address$/,
    ],
    ['no address', { ...whole, RAIL_W_BASE_URL: 'key-of-w' }, /^RAIL_W_BASE_URL must be an https address$/],
    [
      'a query',
      { ...whole, RAIL_W_BASE_URL: 'https://rail.example?key-of-w' },
      /^RAIL_W_BASE_URL must be an address without/,
    ],
  ])('%s', (_name, given, sentence) => {
    let fault: unknown;
    try {
      check(given);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(SettingsError);
    expect((fault as Error).message).toMatch(sentence);
    expect((fault as Error).message).not.toContain('key-of-w');
  });

  test('plain http is for this machine alone', () => {
    for (const host of ['localhost:4100', '127.0.0.1:4100', '[::1]:4100']) {
      expect(() => check({ ...whole, RAIL_W_BASE_URL: `http://${host}/w` })).not.toThrow();
    }
    expect(() => check({ ...whole, RAIL_W_BASE_URL: 'http://localhost.evil.example/w' })).toThrow(
      SettingsError,
    );
  });
});
