import { expect, inject, test } from 'vitest';
import { connect } from '#db/client';
import { fuzz } from '../../bench/fuzz-run.ts';
import { makeKeys } from '../../bench/fuzz-stage.ts';
import './support.ts';

// A short run of `npm run fuzz`, which sends a hundred thousand; docs/proof/fuzz.md says what it covers.

test('3,000 generated requests get described answers only: no 5xx, nothing wrong taken, nothing of others shown', async () => {
  const baseUrl = inject('baseUrl');
  const sql = connect(inject('databaseUrl'), 2, 'fuzz');
  try {
    const keys = await makeKeys(baseUrl, sql);
    const report = await fuzz({ origin: baseUrl, keys, requests: 3_000, seed: 1, lanes: 8 });
    expect(report.failures.join('\n\n')).toBe('');
    expect(report.requests).toBeGreaterThanOrEqual(3_000);
    // A fuzz that is refused everywhere proves nothing.
    expect(Object.values(report.statuses).reduce((sum, each) => sum + (each[200] ?? 0), 0)).toBeGreaterThan(
      600,
    );
  } finally {
    await sql.end();
  }
}, 120_000);
