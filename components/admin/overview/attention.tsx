import Link from 'next/link';
import type { ReactNode } from 'react';
import { day as dayOf, difference, money, whole } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { OperatorOverview } from '#lib/overview/operator-overview';
import { Heading } from '../../ui/heading.tsx';
import { connectionTitle } from '../approvals/waiting-connections.tsx';
import { healthNames } from '../rails/rail-health.tsx';
import { tellingHealth } from './rail-now.tsx';

interface Matter {
  key: string;
  tone: 'failed' | 'pending';
  href: string;
  text: ReactNode;
}

const dots = { failed: 'bg-failed', pending: 'bg-pending' };

/** What somebody has to look at, the worst first, each with the way to it; what is in order is said in one line. */
export function Attention({ data }: { data: OperatorOverview }) {
  const matters = [
    ...ofInstallation(data),
    ...ofMoney(data),
    ...ofRails(data),
    ...ofPeople(data),
    ...ofWebhooks(data),
  ];
  matters.sort((a, b) => Number(a.tone === 'pending') - Number(b.tone === 'pending'));
  return (
    <section>
      <Heading>Needs attention</Heading>
      {matters.length === 0 ? (
        <p className="flex items-baseline gap-2.5 rounded-lg border px-4 py-3">
          <span aria-hidden="true" className="size-2 flex-none rounded-full bg-succeeded" />
          Nothing: no approval and no case waits, no payout is held, every webhook is delivered.
        </p>
      ) : (
        <ul className="divide-y rounded-lg border">
          {matters.map(({ key, tone, href, text }) => (
            <li key={key}>
              <Link
                href={href}
                className="flex items-center justify-between gap-4 px-4 py-2.5 hover:bg-surface"
              >
                <span className="flex items-baseline gap-2.5">
                  <span aria-hidden="true" className={`size-2 flex-none rounded-full ${dots[tone]}`} />
                  <span className={tone === 'failed' ? 'font-semibold' : undefined}>{text}</span>
                </span>
                <span aria-hidden="true" className="text-muted-foreground">
                  →
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Of Kaira itself. */
function ofInstallation({ alarms }: OperatorOverview): Matter[] {
  const matters: Matter[] = [];
  if (alarms.history_lost) {
    const { missing } = alarms.history_lost;
    matters.push({
      key: 'history',
      tone: 'failed',
      href: '/docs/operations/incidents#the-database-went-back-in-time',
      text: `The database lacks ${missing === 0 ? 'payments that were' : counted(missing, 'payment that was', 'payments that were')} acknowledged. Nothing new is taken until an operator decides`,
    });
  }
  if (alarms.worker_late_seconds !== null) {
    matters.push({
      key: 'worker',
      tone: 'failed',
      href: '/docs/operations/incidents#work-is-left-undone',
      text: `No worker works: jobs have waited for ${spoken(alarms.worker_late_seconds)}. Payments stay open, and no webhook is sent`,
    });
  }
  return matters;
}

function ofMoney({ alarms, held }: OperatorOverview): Matter[] {
  const matters: Matter[] = [];
  for (const { provider, unexplained } of alarms.wallet_differences) {
    matters.push({
      key: `${provider} wallet`,
      tone: 'failed',
      href: '/admin/money',
      text: `${railName(provider)} says ${difference(unexplained)} against our books, and nothing under way explains it`,
    });
  }
  for (const { provider, day, count } of alarms.statement_differences) {
    matters.push({
      key: `${provider} ${day}`,
      tone: 'failed',
      href: `/admin/reconciliation/${provider}/${day}`,
      text: `The statement of ${railName(provider)} of ${dayOf(day)} has ${counted(count, 'difference', 'differences')}`,
    });
  }
  for (const { transaction_id, type, amount, client } of alarms.held_back) {
    matters.push({
      key: transaction_id,
      tone: 'failed',
      href: `/admin/transactions/${transaction_id}`,
      text: `A ${type} of ${money(amount)} of ${client} waits and is not sent: its customer would have back more than came`,
    });
  }
  if (held.count > 0) {
    matters.push({
      key: 'held',
      tone: 'pending',
      href: '#rails',
      text: `${counted(held.count, 'payout is', 'payouts are')} held because a float is short`,
    });
  }
  return matters;
}

function ofRails({ rails }: OperatorOverview): Matter[] {
  const matters: Matter[] = [];
  for (const { provider, direction, by } of rails.flatMap((rail) => rail.switched_off)) {
    matters.push({
      key: `${provider} ${direction} off`,
      tone: 'pending',
      href: '/admin/rails',
      text: `${railName(provider)} is switched off for ${direction}s${by ? ` by ${by}` : ''}`,
    });
  }
  for (const { provider, direction, status, override, probe_why: why } of rails.flatMap(tellingHealth)) {
    if (status === 'OPERATIONAL' && !override) continue;
    matters.push({
      key: `${provider} ${direction}`,
      tone: override || status === 'CLOSED' ? 'failed' : 'pending',
      href: '/admin/rails',
      text: override
        ? `${railName(provider)} is overruled to ${healthNames[status]} for ${direction}s by ${override.by}: ${override.reason}`
        : `${railName(provider)} is ${healthNames[status].toLowerCase()} for ${direction}s${why ? `: ${why}` : ''}`,
    });
  }
  return matters;
}

function ofPeople({
  alarms,
  pending_approvals: approvals,
  submitted_applications: applications,
  waiting_connections: connections,
  open_cases: cases,
}: OperatorOverview): Matter[] {
  const matters: Matter[] = [];
  for (const { id, name } of alarms.suspended_clients) {
    matters.push({
      key: id,
      tone: 'failed',
      href: `/admin/clients/${id}`,
      text: `${name} is suspended: it can charge and pay out nothing`,
    });
  }
  if (approvals > 0) {
    matters.push({
      key: 'approvals',
      tone: 'pending',
      href: '/admin/approvals',
      text: `${counted(approvals, 'request waits', 'requests wait')} for approval`,
    });
  }
  if (applications > 0) {
    matters.push({
      key: 'applications',
      tone: 'pending',
      href: '/admin/applications',
      text: `${counted(applications, 'business waits', 'businesses wait')} for an answer to its papers`,
    });
  }
  for (const { provider, kind } of connections) {
    matters.push({
      key: `${provider} connection`,
      tone: 'pending',
      href: `/admin/rails#rail-${provider}`,
      text: `${connectionTitle({ provider, kind })}: a second operator decides, under Rails`,
    });
  }
  if (cases > 0) {
    matters.push({
      key: 'cases',
      tone: 'pending',
      href: '/admin/cases',
      text: `${counted(cases, 'case waits', 'cases wait')} for a person’s decision`,
    });
  }
  return matters;
}

function ofWebhooks({ webhooks, environment }: OperatorOverview): Matter[] {
  const texts: [count: number, key: string, text: string][] = [
    [
      webhooks.failing_endpoints,
      'failing',
      counted(webhooks.failing_endpoints, 'webhook endpoint fails', 'webhook endpoints fail'),
    ],
    [
      webhooks.paused_endpoints,
      'paused',
      `${counted(webhooks.paused_endpoints, 'webhook endpoint is', 'webhook endpoints are')} paused or switched off`,
    ],
    [
      webhooks.pending,
      'pending',
      `${counted(webhooks.pending, 'delivery waits', 'deliveries wait')} for another attempt`,
    ],
  ];
  return texts
    .filter(([count]) => count > 0)
    .map(([, key, text]) => ({
      key,
      tone: 'pending',
      href: `/admin/webhooks?environment=${environment}`,
      text,
    }));
}

function counted(count: number, one: string, many: string): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

/** Of a time that is told roughly. */
function spoken(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute', 'minutes') : `${whole(Math.round(minutes / 60))} hours`;
}
