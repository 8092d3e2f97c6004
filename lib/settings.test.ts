import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingName } from './rails/connections.ts';
import { railDefinitions } from './rails/registry.ts';
import { parseSettings, SettingsError, settingNames } from './settings.ts';

const enough = {
  DATABASE_URL: 'postgres://kaira:pass-word@localhost/kaira',
  KAIRA_SECRET: 'sixteen or more is not enough here',
};
const production = { ...enough, KAIRA_MODE: 'production', BASE_URL: 'https://pay.example.com/' };

test('.env.example documents every setting, once, and nothing else', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  const ofRails = railDefinitions.flatMap(({ traits, live }) =>
    Object.keys(live?.fields ?? {}).map((field) => settingName(traits.provider, field)),
  );
  expect(documented.toSorted()).toEqual([...settingNames, ...ofRails].toSorted());
});

test('.env.example shows the defaults as they are', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const examples = new Set([
    'HOST',
    'BASE_URL',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_STANDBY_URL',
    'KAIRA_SECRET',
    'KAIRA_SECRET_PREVIOUS',
    'METRICS_TOKEN',
    'METRICS_PORT',
  ]);
  const defaults = Object.fromEntries(
    [...text.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].flatMap(([, name = '', value]) =>
      examples.has(name) ? [] : [[name, value]],
    ),
  );
  expect(parseSettings({ ...enough, ...defaults })).toEqual(parseSettings(enough));
});

test('the base address falls back to the port and loses its last slash', () => {
  expect(parseSettings({ ...enough, PORT: '4000' }).baseUrl).toBe('http://localhost:4000');
  expect(parseSettings(production).baseUrl).toBe('https://pay.example.com');
});

test('the database may be a primary and its standbys', () => {
  const DATABASE_URL = 'postgres://kaira:pass-word@one:5432,two:5433/kaira';
  expect(parseSettings({ ...enough, DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
});

test('an empty variable counts as unset', () => {
  expect(parseSettings({ ...enough, PORT: '', METRICS_TOKEN: '' })).toEqual(parseSettings(enough));
});

describe('a setting that is wrong names itself and does not show its value', () => {
  test.each([
    ['PORT', 'se7en'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/kaira'],
    ['DATABASE_URL', 'postgres://kaira:hunter2@one,:5432/kaira'],
    ['DATABASE_POOL', '1.5'],
    ['KAIRA_SECRET', 'hunter2'],
    ['KAIRA_SECRET_PREVIOUS', 'hunter2'],
    ['KAIRA_MODE', 'staging7'],
    ['BASE_URL', 'ftp://hunter2.example.com'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes7'],
    ['METRICS_TOKEN', 'hunter2'],
    ['LOG_LEVEL', 'loud7'],
    ['SMS_URL', 'ftp://hunter2.example.com'],
    ['SMS_HEADER', 'hunter2'],
    ['SMS_BODY', 'to={to}&hunter2'],
    ['SMS_BODY', '{"to":{to},"text":"{text}",hunter2}'],
  ])('%s=%s', (name, value) => {
    const message = faultOf({ ...enough, [name]: value });
    expect(message).toMatch(new RegExp(`^${name} .*\\. See \\.env\\.example`));
    expect(message).not.toContain(value);
  });
});

test('every fault is named at once', () => {
  const message = faultOf({ PORT: '0', LOG_LEVEL: 'loud' });
  for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL is missing', 'KAIRA_SECRET is missing']) {
    expect(message).toContain(name);
  }
});

describe('production', () => {
  test.each(['DATABASE_URL', 'KAIRA_SECRET', 'BASE_URL'])('asks for %s', (name) => {
    expect(faultOf({ ...production, [name]: undefined })).toMatch(new RegExp(`^${name} is missing`));
  });

  test('refuses a name that looks like ours and is not, and leaves others alone', () => {
    expect(faultOf({ ...production, DATABASE_POLL: '8' })).toMatch(
      /^DATABASE_POLL is not a setting of Kaira/,
    );
    expect(() => parseSettings({ ...production, HOME: '/root', npm_config_cache: '/tmp' })).not.toThrow();
  });

  test('refuses rails that only seem to be live', () => {
    expect(faultOf({ ...production, KAIRA_RAILS_SIMULATED: '1' })).toMatch(/^KAIRA_RAILS_SIMULATED=1 says/);
  });

  test('refuses an address over which keys and passwords travel in clear', () => {
    const clear = { ...production, BASE_URL: 'http://pay.example.com' };
    expect(faultOf(clear)).toMatch(/^BASE_URL must be an https address in production.* See \.env\.example/);
    expect(faultOf({ ...clear, BASE_URL: 'http://127.0.0.1.example.com' })).toMatch(/^BASE_URL/);
    expect(() => parseSettings({ ...clear, ALLOW_INSECURE_HTTP: '1' })).not.toThrow();
    for (const BASE_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(() => parseSettings({ ...clear, BASE_URL })).not.toThrow();
    }
    expect(() => parseSettings({ ...clear, KAIRA_MODE: 'local' })).not.toThrow();
  });

  test('refuses a secret that is easily guessed', () => {
    for (const KAIRA_SECRET of ['x'.repeat(32), 'kaira'.repeat(8), '0123'.repeat(10)]) {
      const message = faultOf({ ...production, KAIRA_SECRET });
      expect(message).toMatch(/^KAIRA_SECRET is easily guessed/);
      expect(message).not.toContain(KAIRA_SECRET);
    }
    for (let times = 0; times < 1_000; times++) {
      const KAIRA_SECRET = randomBytes(16).toString('hex');
      expect(() => parseSettings({ ...production, KAIRA_SECRET })).not.toThrow();
    }
  });

  test('refuses webhooks into the private network', () => {
    expect(faultOf({ ...production, WEBHOOK_ALLOW_PRIVATE: '1' })).toMatch(
      /^WEBHOOK_ALLOW_PRIVATE=1 would let/,
    );
  });
});

function faultOf(environment: Record<string, string | undefined>): string {
  try {
    parseSettings(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('the settings were accepted');
}
