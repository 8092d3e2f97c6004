import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjusted, evidence, nothing, caseOf as openedCaseOf, settleByTwo } from '#e2e/setup/cases';
import {
  auditFaults,
  balance,
  casesOf,
  control,
  payOut,
  present,
  raiseLiveStage,
  settle,
  simulator,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { staffContext } from '#e2e/setup/people';
import { proposeSettlement } from '#lib/cases/propose-settlement';
import { fetchStatement, importStatement } from '#lib/reconciliation/import-statement';
import type { Transaction } from '#lib/transactions/transaction';

// Payouts that come back, of which only a rail's own statement tells: nobody asks about what has succeeded.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

const day = new Date().toISOString().slice(0, 10);
const reversed = { outcome: 'reversed', evidence } as const;

const take = () => fetchStatement(staffContext(), 'PROVIDER_W', day);

/** PROVIDER_A gives its record as a file, and has no word for what came back. */
async function takeOfA() {
  const query = new URLSearchParams({ rail: 'PROVIDER_A', day });
  const csv = await (await fetch(`${simulator.url}/control/statement?${query}`)).text();
  return importStatement(staffContext(), 'PROVIDER_A', day, csv);
}

/** It has succeeded and come back, and no notice told. */
async function cameBack(amount: bigint, provider = 'PROVIDER_W'): Promise<Transaction> {
  const sent = await payOut(amount, provider);
  const reference = provider === 'PROVIDER_A' ? sent.mobile?.replace('+220', '') : sent.id;
  await control('misbehave', { rail: provider, operation: 'notice', kind: 'lost', times: 1 });
  await control('reverse', { rail: provider, reference });
  await settle(3);
  expect(await statusOf(sent)).toBe('SUCCEEDED');
  await control('behave', {});
  return sent;
}

const recordIsAway = () =>
  control('misbehave', {
    rail: 'PROVIDER_W',
    operation: 'payout_lookup',
    kind: 'error_500_not_done',
    times: 1,
  });

const caseOf = async ({ id }: Transaction) =>
  (await sql`select id from cases where transaction_id = ${id} and status = 'OPEN' and kind = 'returned'`)[0]
    ?.id;
const eventsOf = async ({ id }: Transaction) =>
  (await sql`select event from events where transaction_id = ${id} order by sequence`).map(
    ({ event }) => event,
  );
const matchOf = async ({ id }: Transaction) =>
  (await sql`select match from rail_statement_lines where transaction_id = ${id} and kind = 'reversal'`)[0]
    ?.match;

describe('a payout that its rail’s statement says came back', () => {
  it('is REVERSED by the rail’s own record, and its client is told', async () => {
    const before = await balance();
    const sent = await cameBack(31_00n);
    await take();
    expect(await present(sent)).toMatchObject({
      status: 'REVERSED',
      reversalReason: 'The rail took the payout back.',
    });
    expect((await eventsOf(sent)).at(-1)).toBe('payout.reversed');
    expect([await balance(), await casesOf(sent), await matchOf(sent)]).toEqual([before, [], 'MATCHED']);
  });

  it('is a case at once where the record cannot be asked, which the record closes later', async () => {
    const before = await balance();
    const sent = await cameBack(32_00n);
    await recordIsAway();
    await take();
    expect([await statusOf(sent), await casesOf(sent)]).toEqual(['SUCCEEDED', ['returned']]);
    await take();
    expect([await statusOf(sent), await casesOf(sent)]).toEqual(['REVERSED', []]);
    expect(await balance()).toBe(before);
  });

  it('is settled as reversed by two people where the rail has no word for it: the same edge, the same event', async () => {
    const before = await balance();
    const sent = await cameBack(33_00n, 'PROVIDER_A');
    await takeOfA();
    expect([await statusOf(sent), await casesOf(sent)]).toEqual(['SUCCEEDED', ['returned']]);
    const settled = await settleByTwo(await caseOf(sent), reversed);
    expect(settled.closed?.resolution).toContain('Settled as reversed');
    expect(await present(sent)).toMatchObject({ status: 'REVERSED', reversalReason: expect.any(String) });
    expect((await eventsOf(sent)).at(-1)).toBe('payout.reversed');
    await takeOfA();
    expect([await balance(), await casesOf(sent), await matchOf(sent)]).toEqual([before, [], 'MATCHED']);
  });

  it('is asked about no more once two people have said that our books are right', async () => {
    const sent = await cameBack(34_00n, 'PROVIDER_A');
    await takeOfA();
    await settleByTwo(await caseOf(sent), nothing);
    await takeOfA();
    expect([await statusOf(sent), await casesOf(sent)]).toEqual(['SUCCEEDED', []]);
  });

  it('is not booked a second time where two people have adjusted it before', async () => {
    const before = await balance();
    const sent = await cameBack(35_00n);
    await recordIsAway();
    await take();
    const id = await caseOf(sent);
    await settleByTwo(id, adjusted({ direction: 'in', amount: 35_00n, reason: 'It came back.' }));
    await take();
    expect([await statusOf(sent), await balance()]).toEqual(['SUCCEEDED', before]);
    expect(await casesOf(sent)).toEqual([]);
    const other = await openedCaseOf(sent, 'contradiction');
    await expect(proposeSettlement(staffContext(), other, reversed)).rejects.toThrow(
      'adjusted by hand before',
    );
  });
});

describe('in the end', () => {
  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});
