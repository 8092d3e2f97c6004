import Link from 'next/link';
import { money, whole } from '#lib/browser/format';
import { later, plural, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { Overview } from '#lib/clients/get-overview';
import type { Surplus } from '#lib/clients/list-surplus';
import { shortRefusals } from '../frame/refusal-notice.tsx';
import { rich } from '../language/rich.tsx';
import { cn } from '../ui/cn.ts';
import { Heading } from '../ui/heading.tsx';
import type { Tone } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';

interface Matter {
  key: string;
  tone: Extract<Tone, 'failed' | 'pending'>;
  text: React.ReactNode;
  /** Where it is put right; undefined where only the operators can. */
  href?: string;
}

const line = 'flex gap-2.5 px-3 py-2.5';
const dots = { failed: 'bg-failed', pending: 'bg-pending' };

const troubles = {
  collection: {
    DELAYED: later(
      '{rail} is slow at present, or some collections fail: customers may have to wait or try again',
    ),
    CLOSED: later('{rail} does not work at present: collections on it are refused until it does'),
    SWITCHED_OFF: later('{rail} is not available for collections at the moment'),
  },
  payout: {
    DELAYED: later('{rail} is slow at present: payouts on it may take longer'),
    CLOSED: later(
      '{rail} does not work at present: payouts on it wait, and go out by themselves when it does',
    ),
    SWITCHED_OFF: later('{rail} is not available for payouts at the moment'),
  },
};

/** What somebody should look at, the worst first; each leads to where it is put right. */
export function Attention({ attention, home }: { attention: Overview['attention']; home: string }) {
  const matters = mattersOf(attention, home);
  return (
    <section aria-labelledby="attention">
      <Heading id="attention">{t('Needs attention')}</Heading>
      {matters.length === 0 ? (
        <p className="rounded-lg border px-3 py-2.5 text-muted-foreground">
          <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-succeeded" />
          {t('Nothing: providers, webhooks, keys and payouts are as they should be.')}
        </p>
      ) : (
        <ul className="rounded-lg border">
          {matters.map((matter) => (
            <li key={matter.key} className="border-b last:border-b-0">
              {matter.href ? (
                <Link href={matter.href} className={cn(line, 'hover:bg-surface/60')}>
                  <MatterText matter={matter} />
                </Link>
              ) : (
                <p className={line}>
                  <MatterText matter={matter} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function MatterText({ matter }: { matter: Matter }) {
  return (
    <>
      <span aria-hidden="true" className={cn('mt-1.5 size-2 flex-none rounded-full', dots[matter.tone])} />
      <span className="min-w-0 wrap-anywhere">{matter.text}</span>
    </>
  );
}

/** What was paid too much, and how it goes back. */
function SurplusText({ surplus: { kind, amount, client_reference, code } }: { surplus: Surplus }) {
  const name = (text: string | null) => <code className="font-mono text-[13px]">{text}</code>;
  switch (kind) {
    case 'link':
      return rich(
        '{amount} came through the payment link {code} beyond what was to be paid: give it back, or keep it if you agree with the payer',
        { amount: money(amount), code: name(code) },
      );
    case 'double':
      return rich(
        '{reference} was paid twice, {amount} too much: give one back, or tell the operators that both are meant',
        { reference: name(client_reference), amount: money(amount) },
      );
    case 'more':
      return rich(
        '{amount} more than was asked for came for {reference}: give it back, or keep it if you agree with the payer',
        { amount: money(amount), reference: name(client_reference) },
      );
    case 'unsuccessful':
      return rich(
        '{amount} came for {reference}, which did not succeed: give it back, or keep it if you agree with the payer',
        { amount: money(amount), reference: name(client_reference) },
      );
  }
}

type Attended = Overview['attention'];

/** What waits for a float: refunds that go as payouts wait among them. */
function heldText({ count, refunds, amount }: Attended['held']): string {
  const facts = { amount: money(amount) };
  if (refunds > 0 && refunds < count)
    return t('{count} payouts and refunds are held, {amount}: the wallet’s balance is short', {
      count,
      ...facts,
    });
  return refunds > 0
    ? plural(
        count,
        {
          one: '{count} refund is held, {amount}: the wallet’s balance is short',
          other: '{count} refunds are held, {amount}: the wallet’s balance is short',
        },
        facts,
      )
    : plural(
        count,
        {
          one: '{count} payout is held, {amount}: the wallet’s balance is short',
          other: '{count} payouts are held, {amount}: the wallet’s balance is short',
        },
        facts,
      );
}

function endpointText(host: string, { status, failing_since: since }: Attended['endpoints'][number]) {
  if (status === 'ACTIVE')
    return since
      ? rich('Webhooks to {host} are failing: the first failure was {time}', {
          host,
          time: <Time at={since} />,
        })
      : t('Webhooks to {host} are failing', { host });
  return t(
    status === 'PAUSED'
      ? 'The webhook endpoint {host} is paused: nothing is sent to it'
      : 'The webhook endpoint {host} is disabled: nothing is sent to it',
    { host },
  );
}

function failedText({ count, days, is_more: isMore }: Attended['failed_deliveries']): string {
  return isMore
    ? plural(
        count,
        {
          one: 'More than {count} webhook delivery failed in the last {days} days',
          other: 'More than {count} webhook deliveries failed in the last {days} days',
        },
        { days },
      )
    : plural(
        count,
        {
          one: '{count} webhook delivery failed in the last {days} days',
          other: '{count} webhook deliveries failed in the last {days} days',
        },
        { days },
      );
}

function mattersOf(
  {
    refusal,
    held,
    held_back,
    held_back_in_all,
    surplus,
    approved_keys,
    waiting_payments,
    endpoints,
    failed_deliveries,
    old_keys,
    rails,
  }: Overview['attention'],
  home: string,
) {
  const matters: Matter[] = [];
  if (refusal) matters.push({ key: 'refusal', tone: 'failed', text: shortRefusals[refusal]() });
  if (held.count > 0) {
    matters.push({
      key: 'held',
      tone: 'pending',
      text: heldText(held),
      href: `${home}/transactions?status=AWAITING_LIQUIDITY`,
    });
  }
  for (const { transaction_id, type, amount } of held_back) {
    matters.push({
      key: transaction_id,
      tone: 'failed',
      text: t(
        type === 'refund'
          ? 'A refund of {amount} waits and is not sent: its customer would have back more than came. Cancel it, or ask the operators'
          : 'A payout of {amount} waits and is not sent: its customer would have back more than came. Cancel it, or ask the operators',
        { amount: money(amount) },
      ),
      href: `${home}/transactions/${transaction_id}`,
    });
  }
  const more = held_back_in_all.count - held_back.length;
  if (more > 0) {
    matters.push({
      key: 'held back',
      tone: 'failed',
      text: plural(more, {
        one: '{count} more waits and is not sent, for the same reason',
        other: '{count} more wait and are not sent, for the same reason',
      }),
      href: `${home}/transactions?status=AWAITING_LIQUIDITY`,
    });
  }
  for (const each of surplus) {
    matters.push({
      key: `${each.kind}-${each.transaction_id}`,
      tone: 'failed',
      text: <SurplusText surplus={each} />,
      href: `${home}/transactions/${each.transaction_id}`,
    });
  }
  if (waiting_payments > 0) {
    matters.push({
      key: 'waiting',
      tone: 'pending',
      text: plural(waiting_payments, {
        one: '{count} payment waits for a second person',
        other: '{count} payments wait for a second person',
      }),
      href: `${home}/payouts`,
    });
  }
  if (approved_keys > 0) {
    matters.push({
      key: 'approved',
      tone: 'pending',
      text: plural(approved_keys, {
        one: '{count} approved key is ready to be revealed, within a week',
        other: '{count} approved keys are ready to be revealed, within a week',
      }),
      href: `${home}/keys`,
    });
  }
  for (const endpoint of endpoints) {
    const host = URL.parse(endpoint.url)?.host ?? endpoint.url;
    matters.push({
      key: endpoint.id,
      tone: 'failed',
      text: endpointText(host, endpoint),
      href: `${home}/webhooks`,
    });
  }
  if (failed_deliveries.count > 0) {
    matters.push({
      key: 'deliveries',
      tone: 'failed',
      text: failedText(failed_deliveries),
      href: `${home}/webhooks`,
    });
  }
  if (rails.none_enabled) {
    matters.push({
      key: 'rails',
      tone: 'pending',
      text: t('No provider is enabled in this environment yet: the operators connect and switch them on'),
    });
  }
  for (const { provider, operation, status } of rails.troubled) {
    matters.push({
      key: `${provider}-${operation}`,
      tone: status === 'DELAYED' ? 'pending' : 'failed',
      text: troubles[operation][status]({ rail: railName(provider) }),
    });
  }
  for (const key of old_keys) {
    matters.push({
      key: key.id,
      tone: 'pending',
      text: rich('The key {name} is {days} days old; rotate keys every 90 days', {
        name: <code className="font-mono text-[13px]">{key.name}</code>,
        days: whole(key.days),
      }),
      href: `${home}/keys`,
    });
  }
  return matters;
}
