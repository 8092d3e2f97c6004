import { z } from 'zod';
import { sqlClient } from '#db/client';
import { countSubmitted } from '#lib/applications/list-applications';
import { countPendingApprovals } from '#lib/approvals/list-queue';
import { countWhoDecide } from '#lib/auth/second-person';
import { countOpenCases } from '#lib/cases/list-cases';
import { banjulDay } from '#lib/clock';
import type { Environment } from '#lib/context';
import { formatAmount } from '#lib/money';
import { listAlarms } from '#lib/overview/alarms';
import { heldByRail } from '#lib/overview/held-by-rail';
import { listHealth } from '#lib/rails/list-health';
import { listSwitchedOff } from '#lib/rails/list-switched-off';
import { type RailNow, railsNow } from '#lib/rails/rail-now';
import { canDo, railDefinitions } from '#lib/rails/registry';
import { listWaitingConnections } from '#lib/rails/waiting-connections';
import { getWebhookBacklog } from '#lib/webhooks/backlog';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 7;
const directions = ['collection', 'payout'] as const;

export const overviewQuery = z.object({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
});

interface TallyRow {
  type: 'collection' | 'payout';
  status: string;
  provider: string;
  is_today: boolean;
  count: number;
  amount: string;
}

interface FloatRow {
  provider: string;
  balance: string;
  reserved: string;
}

/**
 * What the operators see first, of one environment and all clients. It reads tallies and balances only: its cost grows
 * with the number of clients, not of transactions.
 */
export async function getOperatorOverview(environment: Environment, now: Date) {
  const today = banjulDay(now);
  const days = Array.from({ length: DAYS }, (_, index) =>
    banjulDay(new Date(now.getTime() - index * DAY_MS)),
  );
  // The simulator answers in this process: it has no health.
  const health = environment === 'LIVE' ? await listHealth() : [];
  const [
    tallies,
    floats,
    held,
    webhooks,
    whoDecide,
    pendingApprovals,
    applications,
    waiting,
    openCases,
    switchedOff,
    alarms,
  ] = await Promise.all([
    talliesOf(environment, days, today),
    floatsOf(environment),
    heldByRail(environment),
    getWebhookBacklog(environment),
    countWhoDecide(),
    countPendingApprovals(),
    countSubmitted(),
    listWaitingConnections(),
    countOpenCases(),
    listSwitchedOff(environment),
    listAlarms(environment, health, now),
  ]);
  const lines = await railsNow(environment, health, switchedOff);
  const rails = railDefinitions.map(({ traits: { provider } }) => {
    const sumOf = (type: TallyRow['type'], onlyToday: boolean) => {
      const matching = tallies.filter(
        (row) =>
          row.provider === provider &&
          row.type === type &&
          row.status === 'SUCCEEDED' &&
          (row.is_today || !onlyToday),
      );
      return figures(matching);
    };
    const count = (status: string) =>
      tallies
        .filter((row) => row.provider === provider && row.type === 'collection' && row.status === status)
        .reduce((sum, row) => sum + row.count, 0);
    const float = floats.find((row) => row.provider === provider);
    const ofRail = held.filter((row) => row.provider === provider);
    return {
      provider,
      now: lines.get(provider) as RailNow,
      collected_today: sumOf('collection', true),
      collected_7_days: sumOf('collection', false),
      paid_out_today: sumOf('payout', true),
      paid_out_7_days: sumOf('payout', false),
      /** Of the collections of 7 days that were paid or declined; those that were left lying are neither. */
      succeeded: count('SUCCEEDED'),
      failed: count('FAILED'),
      /** Of each direction, how it does now; empty where the rail is not connected, and in the sandbox. */
      health: health.filter((each) => each.provider === provider),
      directions: directions.filter((direction) => canDo(provider, direction)),
      switched_off: switchedOff.filter((each) => each.provider === provider),
      held: canDo(provider, 'payout') ? figures(ofRail) : null,
      float: canDo(provider, 'payout')
        ? {
            balance: formatAmount(BigInt(float?.balance ?? 0)),
            reserved: formatAmount(BigInt(float?.reserved ?? 0)),
          }
        : null,
    };
  });
  const of = (type: TallyRow['type'], onlyToday: boolean) =>
    figures(
      tallies.filter(
        (row) => row.type === type && row.status === 'SUCCEEDED' && (row.is_today || !onlyToday),
      ),
    );
  return {
    environment,
    day: today,
    collected_today: of('collection', true),
    collected_7_days: of('collection', false),
    paid_out_today: of('payout', true),
    paid_out_7_days: of('payout', false),
    held: figures(held),
    rails,
    webhooks: webhooks.totals,
    /** How many operators may decide what another one asks for. */
    operators_who_decide: whoDecide,
    pending_approvals: pendingApprovals,
    /** Businesses whose papers no operator has answered yet. */
    submitted_applications: applications,
    waiting_connections: waiting.map(({ provider, kind }) => ({ provider, kind })),
    open_cases: openCases,
    alarms,
  };
}

export type OperatorOverview = Awaited<ReturnType<typeof getOperatorOverview>>;

function figures(rows: { count: number; amount: string }[]) {
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amount: formatAmount(rows.reduce((sum, row) => sum + BigInt(row.amount), 0n)),
  };
}

function talliesOf(environment: Environment, days: string[], today: string): Promise<TallyRow[]> {
  // Client by client, because the key of the tallies leads with the client: a few look-ups each instead of all days.
  return sqlClient()<TallyRow[]>`
    select type, status, provider, day = ${today}::text::date as is_today, sum(count)::int as count, sum(amount_bututs)::text as amount
    from (
      select t.type, t.status, t.provider, t.day, t.count, t.amount_bututs
      from clients c cross join lateral (
        select * from tallies
        where client_id = c.id and environment = ${environment} and day = any(${days}::text[]::date[])
      ) t
      union all
      select type, status, provider, day, count, amount_bututs from unfolded_tallies
      where environment = ${environment} and day = any(${days}::text[]::date[])
    ) all_days
    group by 1, 2, 3, 4`;
}

function floatsOf(environment: Environment): Promise<FloatRow[]> {
  return sqlClient()<FloatRow[]>`
    select split_part(name, ':', 2) as provider, sum(amount)::text as balance, sum(reserved)::text as reserved from (
      select name, balance_bututs as amount, reserved_bututs as reserved from accounts
      where environment = ${environment} and name like 'rail\\_float:%'
      union all
      select account, amount_bututs, reserved_bututs from unfolded_entries
      where environment = ${environment} and account like 'rail\\_float:%'
    ) floats group by 1`;
}
