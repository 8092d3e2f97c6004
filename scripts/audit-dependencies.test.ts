import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { readAdvisories, sentenceOf } from '#scripts/advisories';

// The real npm asks a registry of the test's own. What the true service says of our dependencies is not tested here.

const cache = mkdtempSync(path.join(tmpdir(), 'kaira-npm-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));
const script = path.join(import.meta.dirname, 'audit-dependencies.ts');
const runsWithinMs = 60_000;

/** The script against a registry that answers every question for advisories so. */
async function auditWith(status: number, answer: unknown): Promise<{ code: number; told: string[] }> {
  const server = createServer((request, response) => {
    request.resume();
    const isAsked = request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isAsked ? status : 404, { 'content-type': 'application/json' });
    response.end(isAsked ? JSON.stringify(answer) : '{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await audit(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

function audit(registry: string): Promise<{ code: number; told: string[] }> {
  // npm remembers advisories by their id, so it has a memory of its own here.
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: cache };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), told: stdout.trim().split('\n') });
    });
  });
}

let advisories = 0;
const advisory = (severity: string) => ({
  id: ++advisories,
  url: 'https://advisories.example/1',
  title: `A ${severity} one`,
  severity,
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

describe('npm run audit:dependencies', () => {
  test('says that there are none, and passes', { timeout: runsWithinMs }, async () => {
    expect(await auditWith(200, {})).toEqual({ code: 0, told: ['no advisories'] });
  });

  longTest(
    'fails on a high one, which it names, and only counts a low one',
    {
      timeout: runsWithinMs,
    },
    async () => {
      const { code, told } = await auditWith(200, {
        qrcode: [advisory('high')],
        'prom-client': [advisory('low')],
      });
      expect([code, told[0]]).toEqual([1, 'advisories: 1 high, 1 low']);
      expect(told.slice(1)).toEqual(['high: qrcode (A high one)']);
    },
  );

  longTest(
    'passes with a moderate one, and with one of what only develops',
    {
      timeout: runsWithinMs,
    },
    async () => {
      const { code, told } = await auditWith(200, {
        qrcode: [advisory('moderate')],
        vitest: [advisory('critical')],
      });
      expect([code, told]).toEqual([0, ['advisories: 1 moderate']]);
    },
  );

  longTest(
    'is not checked where the service refuses or is not there',
    { timeout: runsWithinMs },
    async () => {
      for (const answer of [await auditWith(405, {}), await audit('http://127.0.0.1:9/')]) {
        expect(answer.code).toBe(0);
        expect(answer.told).toEqual([
          expect.stringMatching(/^not checked: the advisory service could not be reached/),
        ]);
      }
    },
  );
});

describe('an answer', () => {
  test('that is none, or of another form, is no result', () => {
    for (const text of ['', 'null', '[]', '{}', '<html>', '{"metadata":{"vulnerabilities":{"high":0}}}']) {
      expect(readAdvisories(text)).toMatchObject({ checked: false });
    }
  });

  test('is told with the worst first', () => {
    expect(sentenceOf({ critical: 1, high: 0, moderate: 2, low: 0, info: 3 })).toBe(
      'advisories: 1 critical, 2 moderate, 3 info',
    );
  });
});
