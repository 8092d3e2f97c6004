import Link from 'next/link';
import { money, whole } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { Overview } from '#lib/clients/get-overview';
import type { Surplus } from '#lib/clients/list-surplus';
import { shortRefusals } from '../frame/refusal-notice.tsx';
import { heldNoun } from '../payouts/held-noun.ts';
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
    DELAYED: 'is slow at present, or some collections fail: customers may have to wait or try again',
    CLOSED: 'does not work at present: collections on it are refused until it does',
    SWITCHED_OFF: 'is not available for collections at the moment',
  },
  payout: {
    DELAYED: 'is slow at present: payouts on it may take longer',
    CLOSED: 'does not work at present: payouts on it wait, and go out by themselves when it does',
    SWITCHED_OFF: 'is not available for payouts at the moment',
  },
};

/** What somebody should look at, the worst first; each leads to where it is put right. */
export function Attention({ attention, home }: { attention: Overview['attention']; home: string }) {
  const matters = mattersOf(attention, home);
  return (
    <section aria-labelledby="attention">
      <Heading id="attention">Needs attention</Heading>
      {matters.length === 0 ? (
        <p className="rounded-lg border px-3 py-2.5 text-muted-foreground">
          <span aria-hidden="true" className="mr-2 inline-block size-2 rounded-full bg-succeeded" />
          Nothing: providers, webhooks, keys and payouts are as they should be.
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

const keepOrGive = 'give it back, or keep it if you agree with the payer';

/** What was paid too much, and how it goes back. */
function SurplusText({ surplus: { kind, amount, client_reference, code } }: { surplus: Surplus }) {
  const name = (text: string | null) => <code className="font-mono text-[13px]">{text}</code>;
  switch (kind) {
    case 'link':
      return (
        <>
          {money(amount)} came through the payment link {name(code)} beyond what was to be paid: {keepOrGive}
        </>
      );
    case 'double':
      return (
        <>
          {name(client_reference)} was paid twice, {money(amount)} too much: give one back, or tell the
          operators that both are meant
        </>
      );
    case 'more':
      return (
        <>
          {money(amount)} more than was asked for came for {name(client_reference)}: {keepOrGive}
        </>
      );
    case 'unsuccessful':
      return (
        <>
          {money(amount)} came for {name(client_reference)}, which did not succeed: {keepOrGive}
        </>
      );
  }
}

function mattersOf(
  {
    refusal,
    held,
    held_back,
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
  if (refusal) matters.push({ key: 'refusal', tone: 'failed', text: shortRefusals[refusal] });
  if (held.count > 0) {
    matters.push({
      key: 'held',
      tone: 'pending',
      text: (
        <>
          {whole(held.count)} {heldNoun(held.count, held.refunds)} {held.count === 1 ? 'is' : 'are'} held,{' '}
          {money(held.amount)}: the wallet’s balance is short
        </>
      ),
      href: `${home}/transactions?status=AWAITING_LIQUIDITY`,
    });
  }
  for (const { transaction_id, type, amount } of held_back) {
    matters.push({
      key: transaction_id,
      tone: 'failed',
      text: `A ${type} of ${money(amount)} waits and is not sent: its customer would have back more than came. Cancel it, or ask the operators`,
      href: `${home}/transactions/${transaction_id}`,
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
      text: `${whole(waiting_payments)} ${waiting_payments === 1 ? 'payment waits' : 'payments wait'} for a second person`,
      href: `${home}/payouts`,
    });
  }
  if (approved_keys > 0) {
    matters.push({
      key: 'approved',
      tone: 'pending',
      text: `${whole(approved_keys)} approved ${approved_keys === 1 ? 'key is' : 'keys are'} ready to be revealed, within a week`,
      href: `${home}/keys`,
    });
  }
  for (const endpoint of endpoints) {
    const host = URL.parse(endpoint.url)?.host ?? endpoint.url;
    matters.push({
      key: endpoint.id,
      tone: 'failed',
      text:
        endpoint.status === 'ACTIVE' ? (
          <>
            Webhooks to {host} are failing
            {endpoint.failing_since && (
              <>
                : the first failure was <Time at={endpoint.failing_since} />
              </>
            )}
          </>
        ) : (
          <>
            The webhook endpoint {host} is {endpoint.status === 'PAUSED' ? 'paused' : 'disabled'}: nothing is
            sent to it
          </>
        ),
      href: `${home}/webhooks`,
    });
  }
  if (failed_deliveries.count > 0) {
    matters.push({
      key: 'deliveries',
      tone: 'failed',
      text: (
        <>
          {failed_deliveries.is_more && 'More than '}
          {whole(failed_deliveries.count)} webhook {failed_deliveries.count === 1 ? 'delivery' : 'deliveries'}{' '}
          failed in the last {failed_deliveries.days} days
        </>
      ),
      href: `${home}/webhooks`,
    });
  }
  if (rails.none_enabled) {
    matters.push({
      key: 'rails',
      tone: 'pending',
      text: 'No provider is enabled in this environment yet: the operators connect and switch them on',
    });
  }
  for (const { provider, operation, status } of rails.troubled) {
    matters.push({
      key: `${provider}-${operation}`,
      tone: status === 'DELAYED' ? 'pending' : 'failed',
      text: `${railName(provider)} ${troubles[operation][status]}`,
    });
  }
  for (const key of old_keys) {
    matters.push({
      key: key.id,
      tone: 'pending',
      text: (
        <>
          The key <code className="font-mono text-[13px]">{key.name}</code> is {whole(key.days)} days old;
          rotate keys every 90 days
        </>
      ),
      href: `${home}/keys`,
    });
  }
  return matters;
}
