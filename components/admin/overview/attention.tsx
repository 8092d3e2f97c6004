import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { day as dayOf, difference, money } from '#lib/browser/format';
import { plural, refusal, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { Health } from '#lib/health/get-health';
import type { OperatorOverview } from '#lib/overview/operator-overview';
import { Heading } from '../../ui/heading.tsx';
import { connectionTitle } from '../approvals/waiting-connections.tsx';
import { healthQuery } from '../health/health-query.ts';
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
  // By itself: it asks other machines, and the figures do not wait for that.
  const { data: health, error } = useQuery(healthQuery);
  const matters = [
    ...ofInstallation(data),
    ...ofHealth(health, data),
    ...ofMoney(data),
    ...ofRails(data),
    ...ofPeople(data),
    ...ofWebhooks(data),
  ];
  matters.sort((a, b) => Number(a.tone === 'pending') - Number(b.tone === 'pending'));
  return (
    <section aria-labelledby="attention">
      <Heading id="attention">{t('Needs attention')}</Heading>
      {matters.length === 0 ? (
        <p className="flex items-baseline gap-2.5 rounded-lg border px-4 py-3">
          <span
            aria-hidden="true"
            className={`size-2 flex-none rounded-full ${health ? 'bg-succeeded' : 'bg-ended'}`}
          />
          {t('Nothing: no approval and no case waits, no payout is held, every webhook is delivered.')}{' '}
          {health
            ? t('The installation is well.')
            : t(
                error
                  ? 'How the installation does could not be found out.'
                  : 'The installation is being looked at.',
              )}
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

/** Of the installation, as its page has it; what the overview says by itself stands there once. */
function ofHealth(health: Health | undefined, { alarms }: OperatorOverview): Matter[] {
  const told: Health['lines'][number]['area'][] = [
    ...(alarms.history_lost ? ['history' as const] : []),
    ...(alarms.worker_late_seconds === null ? [] : ['workers' as const]),
  ];
  const urgent = (health?.lines ?? []).filter(({ tone }) => tone === 'failed' || tone === 'pending');
  return urgent
    .filter(({ area }) => !told.includes(area))
    .map(({ area, tone, text }) => ({
      key: `${area} ${text}`,
      tone: tone === 'failed' ? 'failed' : 'pending',
      href: '/admin/health',
      text: refusal(text),
    }));
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
      text:
        missing === 0
          ? t(
              'The database lacks payments that were acknowledged. Nothing new is taken until an operator decides',
            )
          : plural(missing, {
              one: 'The database lacks {count} payment that was acknowledged. Nothing new is taken until an operator decides',
              other:
                'The database lacks {count} payments that were acknowledged. Nothing new is taken until an operator decides',
            }),
    });
  }
  if (alarms.worker_late_seconds !== null) {
    matters.push({
      key: 'worker',
      tone: 'failed',
      href: '/docs/operations/incidents#work-is-left-undone',
      text: t('No worker works: jobs have waited for {time}. Payments stay open, and no webhook is sent', {
        time: spoken(alarms.worker_late_seconds),
      }),
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
      text: t('{rail} says {amount} against our books, and nothing under way explains it', {
        rail: railName(provider),
        amount: difference(unexplained),
      }),
    });
  }
  for (const { provider, day, count } of alarms.statement_differences) {
    matters.push({
      key: `${provider} ${day}`,
      tone: 'failed',
      href: `/admin/reconciliation/${provider}/${day}`,
      text: plural(
        count,
        {
          one: 'The statement of {rail} of {day} has {count} difference',
          other: 'The statement of {rail} of {day} has {count} differences',
        },
        { rail: railName(provider), day: dayOf(day) },
      ),
    });
  }
  for (const { transaction_id, type, amount, client } of alarms.held_back) {
    matters.push({
      key: transaction_id,
      tone: 'failed',
      href: `/admin/transactions/${transaction_id}`,
      text: t(
        type === 'refund'
          ? 'A refund of {amount} of {client} waits and is not sent: its customer would have back more than came'
          : 'A payout of {amount} of {client} waits and is not sent: its customer would have back more than came',
        { amount: money(amount), client },
      ),
    });
  }
  if (alarms.held_back_more > 0) {
    matters.push({
      key: 'held back',
      tone: 'failed',
      href: '/admin/transactions?environment=LIVE&status=AWAITING_LIQUIDITY',
      text: plural(alarms.held_back_more, {
        one: '{count} more waits and is not sent, for the same reason',
        other: '{count} more wait and are not sent, for the same reason',
      }),
    });
  }
  if (held.count > 0) {
    matters.push({
      key: 'held',
      tone: 'pending',
      href: '#rails',
      text: plural(held.count, {
        one: '{count} payout is held because a float is short',
        other: '{count} payouts are held because a float is short',
      }),
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
      text: by
        ? t(
            direction === 'collection'
              ? '{rail} is switched off for collections by {name}'
              : '{rail} is switched off for payouts by {name}',
            { rail: railName(provider), name: by },
          )
        : t(
            direction === 'collection'
              ? '{rail} is switched off for collections'
              : '{rail} is switched off for payouts',
            { rail: railName(provider) },
          ),
    });
  }
  for (const { provider, direction, status, override, probe_why: why } of rails.flatMap(tellingHealth)) {
    if (status === 'OPERATIONAL' && !override) continue;
    matters.push({
      key: `${provider} ${direction}`,
      tone: override || status === 'CLOSED' ? 'failed' : 'pending',
      href: '/admin/rails',
      text: override
        ? t(
            direction === 'collection'
              ? '{rail} is overruled to {status} for collections by {name}: {reason}'
              : '{rail} is overruled to {status} for payouts by {name}: {reason}',
            {
              rail: railName(provider),
              status: healthNames[status](),
              name: override.by ?? '',
              reason: override.reason,
            },
          )
        : troubleOf(provider, direction, status) + (why ? t(': {why}', { why: refusal(why) }) : ''),
    });
  }
  return matters;
}

function troubleOf(
  provider: string,
  direction: 'collection' | 'payout',
  status: keyof typeof healthNames,
): string {
  return t(
    direction === 'collection' ? '{rail} is {status} for collections' : '{rail} is {status} for payouts',
    { rail: railName(provider), status: healthNames[status]().toLowerCase() },
  );
}

function ofPeople({
  alarms,
  operators_who_decide: deciders,
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
      text: t('{name} is suspended: it can charge and pay out nothing', { name }),
    });
  }
  if (deciders < 2) {
    matters.push({
      key: 'deciders',
      tone: 'pending',
      href: '/docs/operations/first-day',
      text: t('One operator alone: what takes two people waits until the server has made a second one'),
    });
  }
  if (approvals > 0) {
    matters.push({
      key: 'approvals',
      tone: 'pending',
      href: '/admin/approvals',
      text: plural(approvals, {
        one: '{count} request waits for approval',
        other: '{count} requests wait for approval',
      }),
    });
  }
  if (applications > 0) {
    matters.push({
      key: 'applications',
      tone: 'pending',
      href: '/admin/applications',
      text: plural(applications, {
        one: '{count} business waits for an answer to its papers',
        other: '{count} businesses wait for an answer to its papers',
      }),
    });
  }
  for (const { provider, kind } of connections) {
    matters.push({
      key: `${provider} connection`,
      tone: 'pending',
      href: `/admin/rails#rail-${provider}`,
      text: t('{what}: a second operator decides, under Rails', {
        what: connectionTitle({ provider, kind }),
      }),
    });
  }
  if (cases > 0) {
    matters.push({
      key: 'cases',
      tone: 'pending',
      href: '/admin/cases',
      text: plural(cases, {
        one: '{count} case waits for a person’s decision',
        other: '{count} cases wait for a person’s decision',
      }),
    });
  }
  return matters;
}

function ofWebhooks({ webhooks, environment }: OperatorOverview): Matter[] {
  const texts: [count: number, key: string, text: string][] = [
    [
      webhooks.failing_endpoints,
      'failing',
      plural(webhooks.failing_endpoints, {
        one: '{count} webhook endpoint fails',
        other: '{count} webhook endpoints fail',
      }),
    ],
    [
      webhooks.paused_endpoints,
      'paused',
      plural(webhooks.paused_endpoints, {
        one: '{count} webhook endpoint is paused or switched off',
        other: '{count} webhook endpoints are paused or switched off',
      }),
    ],
    [
      webhooks.pending,
      'pending',
      plural(webhooks.pending, {
        one: '{count} delivery waits for another attempt',
        other: '{count} deliveries wait for another attempt',
      }),
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

/** Of a time that is told roughly. */
function spoken(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120
    ? plural(minutes, { one: '{count} minute', other: '{count} minutes' })
    : plural(Math.round(minutes / 60), { one: '{count} hour', other: '{count} hours' });
}
