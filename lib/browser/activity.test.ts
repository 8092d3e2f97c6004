import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ActivityLine, describeActivity } from './activity.ts';

const lineOf = (line: Partial<ActivityLine>): ActivityLine => ({
  id: '01890000-0000-7000-8000-000000000001',
  at: '2026-11-21T12:00:00.000Z',
  user: { id: 'lamin', name: 'Lamin Touray' },
  client_id: null,
  environment: null,
  action: 'session.started',
  subject_id: null,
  subject_name: null,
  before: null,
  after: null,
  address: null,
  ...line,
});
const told = (line: Partial<ActivityLine>) => describeActivity(lineOf(line));

describe('an activity', () => {
  test('says who did what to whom, and what was before and after', () => {
    const line = {
      action: 'user.role_changed',
      subject_name: 'Binta Sanneh',
      before: { role: 'developer', disabled: false },
      after: { role: 'viewer', disabled: false },
    };
    expect(told(line)).toEqual({
      sentence: 'Lamin Touray changed the role of Binta Sanneh',
      changes: [{ label: 'Role', before: 'developer', after: 'viewer' }],
    });
  });

  test('shows only what differs, in the units that people read', () => {
    const after = { name: 'Shop', commission_bps: 175, rate_limit_per_second: 5 };
    const line = { action: 'client.changed', before: { name: 'Shop', commission_bps: 150 }, after };
    expect(told(line).changes).toEqual([
      { label: 'Commission', before: '1.5 %', after: '1.75 %' },
      { label: 'Requests a second', after: '5' },
    ]);
  });

  test('of a request for an allowlist tells the list in force and the one that is asked for', () => {
    const after = { kind: 'ip_allowlist', previous: [], allowlist: ['203.0.113.7', '10.0.0.0/8'] };
    expect(told({ action: 'approval.requested', after })).toEqual({
      sentence: 'Lamin Touray asked for a change of the IP allowlist',
      changes: [{ label: 'Addresses', before: 'any address', after: '203.0.113.7, 10.0.0.0/8' }],
    });
  });

  test('of a refused sign-in names whom it was tried for, and nobody as who tried', () => {
    expect(told({ action: 'session.refused', user: null, subject_name: 'Binta Sanneh' }).sentence).toBe(
      'A sign-in as Binta Sanneh was refused',
    );
  });

  test('that has no sentence is told by its own words, with all that it has', () => {
    expect(told({ action: 'something.moved', before: { url: 'a' }, after: { url: 'b' } })).toEqual({
      sentence: 'Lamin Touray: something moved',
      changes: [{ label: 'Address', before: 'a', after: 'b' }],
    });
  });
});

test('every action about an account that the code can write has a sentence', () => {
  const operatorsOnly = [
    'client.noted',
    'rail.changed',
    'ledger.audited',
    'settlement_template.changed',
    'settlement_file.made',
    'settlement_file.downloaded',
    'settlement_file.sent',
    'settlement_file.discarded',
  ];
  const actions = globSync(
    'lib/{auth,users,clients,customers,keys,approvals,webhooks,payouts,payout-batches,payment-approvals,settlements,applications}/**/*.ts',
  )
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return text.includes('auditLine')
        ? [...text.matchAll(/'([a-z_]+\.[a-z_]+ed|two_factor\.begun)'/g)]
        : [];
    })
    .map((match) => match[1] ?? '')
    .filter((action) => !operatorsOnly.includes(action));
  expect(actions.length).toBeGreaterThan(15);
  for (const action of new Set(actions)) {
    expect(told({ action }).sentence, action).not.toBe(`Lamin Touray: ${action.replaceAll(/[._]/g, ' ')}`);
  }
});
