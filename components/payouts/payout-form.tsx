'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { typedAmount } from '#lib/browser/amounts';
import { call, mayBeDone } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { normaliseMobile } from '#lib/browser/phone';
import type { PresentedCheck } from '#lib/payouts/check-payout';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import type { Place } from '../payments/environment.ts';
import { LostAnswer } from '../payments/lost-answer.tsx';
import {
  AmountField,
  MobileField,
  paymentFault,
  RailField,
  ReferenceField,
} from '../payments/payment-fields.tsx';
import { TransactionState } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Figure, Unknown } from '../ui/feedback.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { liveFloat } from './rail-floats.tsx';
import type { Payout } from './recent-payouts.tsx';
import { useDesk } from './use-desk.ts';

interface PayoutFormProps {
  place: Place;
  initial: PresentedDesk;
  /** A reference that nobody has used yet; it stays the same however often the payout is sent. */
  reference: string;
  /** Filled in already; nothing is sent before it was reviewed. */
  mobile?: string | undefined;
  amount?: string | undefined;
  mayPay: boolean;
}

type Body = Record<string, unknown>;

/** One payout: the form, and a confirmation that repeats what will happen before any money moves. */
export function PayoutForm({
  place,
  initial,
  reference,
  mobile: recipient,
  amount,
  mayPay,
}: PayoutFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  const { data: desk } = useDesk(place, initial);
  const open = desk.rails.filter((rail) => rail.open);
  const [provider, setProvider] = useState((open[0] ?? desk.rails[0])?.provider ?? '');
  const rail = desk.rails.find((each) => each.provider === provider);
  const [asked, setAsked] = useState<{ body: Body; check: PresentedCheck }>();
  const query = { environment: place.environment };

  const check = useMutation({
    mutationFn: (body: Body) =>
      call<PresentedCheck>('/api/dashboard/payouts/check', { method: 'POST', body, query }),
    onSuccess: (answer, body) => setAsked({ body, check: answer }),
  });
  const pay = useMutation({
    mutationFn: (body: Body) => call<Payout>('/api/dashboard/payouts', { method: 'POST', body, query }),
    onSuccess: async (payout) => {
      toast.success(told(payout));
      client.removeQueries({ queryKey: ['recent-payouts'] });
      // This page shows it as well, so the next one finds it fresh.
      await client.invalidateQueries({ queryKey: ['payout-desk'] });
      router.push(`${place.home}/payouts`);
    },
  });
  const fault = (path: string) => paymentFault(check.error, path);
  const isElsewhere = check.error && !fields.some((path) => fault(path));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    pay.reset();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    check.mutate({
      amount: typedAmount(given.amount ?? ''),
      recipient_mobile: normaliseMobile(given.recipient_mobile ?? ''),
      client_reference: given.client_reference?.trim(),
      currency: 'GMD',
      provider,
    });
  };

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <form method="post" onSubmit={submit} noValidate>
        <fieldset disabled={!mayPay || open.length === 0} className="grid max-w-2xl min-w-0 gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <MobileField
              label="Mobile number"
              name="recipient_mobile"
              required
              given={recipient}
              error={fault('recipient_mobile')}
            />
            <AmountField given={amount} error={fault('amount')} />
            <ReferenceField
              hint="Yours, such as a payroll number. It is paid once, however often you send it."
              reference={reference}
              error={fault('client_reference')}
            />
            <RailField rails={desk.rails} value={provider} onChange={setProvider} error={fault('provider')} />
          </div>
          {isElsewhere && <Notice kind="error">{check.error?.message}</Notice>}
          <div>
            <Button type="submit" variant="primary" busy={check.isPending}>
              Review the payout
            </Button>
          </div>
        </fieldset>
      </form>
      <aside aria-label="What there is" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Figure name="Available to pay out">{money(desk.available)}</Figure>
        <Figure
          name={`Float of ${provider || 'the rail'}`}
          hint={
            rail?.float == null
              ? liveFloat
              : 'A payout that is larger waits, held, until the float is funded.'
          }
        >
          {rail?.float == null ? <Unknown reason={liveFloat} /> : money(rail.float)}
        </Figure>
      </aside>
      <Confirmation
        place={place}
        check={asked?.check}
        busy={pay.isPending || pay.isSuccess}
        error={pay.error}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && pay.mutate(asked.body)}
      />
    </div>
  );
}

interface ConfirmationProps {
  place: Place;
  check: PresentedCheck | undefined;
  busy: boolean;
  error: Error | null;
  onClose(): void;
  onConfirm(): void;
}

/** Repeats who gets how much on whose network, what is left, and what speaks against it. */
function Confirmation({ place, check, busy, error, onClose, onConfirm }: ConfirmationProps) {
  const [understood, setUnderstood] = useState(false);
  if (check === undefined) return null;
  const [twin] = check.recent_twins;
  const isImpossible = check.outcome === 'insufficient_balance' || check.outcome === 'repeat';
  const close = () => {
    setUnderstood(false);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Pay out ${money(check.amount)}?`}
      description="Money that was sent cannot be called back from here."
    >
      <Facts>
        <Fact name="To">
          <span className="font-semibold">{mobile(check.recipient_mobile)}</span>
        </Fact>
        <Fact name="Operator">
          {check.operator === 'unknown'
            ? 'Unknown: the prefix belongs to nobody that we know'
            : `${check.operator}, by its prefix`}
        </Fact>
        <Fact name="Amount">{money(check.amount)}</Fact>
        <Fact name="Fee">{money(check.fee)}</Fact>
        <Fact name="Available now">{money(check.available)}</Fact>
        {!isImpossible && (
          <Fact name="Left afterwards">
            <span className="font-semibold">{money(check.left)}</span>
          </Fact>
        )}
        <Fact name="Rail">{check.provider}</Fact>
        <Fact name="Reference">{check.client_reference}</Fact>
      </Facts>
      <div className="mt-5 grid gap-3">
        {check.outcome === 'insufficient_balance' && (
          <Notice kind="error">Your balance does not cover this payout. Nothing was sent.</Notice>
        )}
        {check.outcome === 'repeat' && (
          <Notice kind="error">
            This reference was already used for a payout, and a reference is paid once. Take another one, or
            look the first one up.
          </Notice>
        )}
        {check.outcome === 'held' && (
          <Notice kind="warning">
            The float of {check.provider} is {check.float === null ? 'short' : money(check.float)}. The payout
            will be <strong>held</strong>: it leaves your balance now and is sent when the float covers it.
          </Notice>
        )}
        {twin && !isImpossible && (
          <Notice kind="warning">
            <p>
              <strong>{money(check.amount)} was already paid to this number</strong>{' '}
              <Time at={twin.created_at} />
              {check.recent_twins.length > 1 &&
                `, and ${check.recent_twins.length - 1} more in the last 10 minutes`}
              :{' '}
              <Link
                href={`${place.home}/transactions/${twin.transaction_id}`}
                className="font-semibold text-primary underline underline-offset-4"
              >
                {twin.client_reference}
              </Link>{' '}
              <TransactionState status={twin.status} />
            </p>
            <label className="mt-2 flex items-start gap-2.5">
              <input
                type="checkbox"
                className="mt-0.5 size-4 flex-none accent-primary"
                checked={understood}
                onChange={(event) => setUnderstood(event.target.checked)}
              />
              Pay it again: this is another payment.
            </label>
          </Notice>
        )}
        {error && (
          <Notice kind="error">
            {mayBeDone(error) ? (
              <LostAnswer place={place} type="payout" reference={check.client_reference} />
            ) : (
              error.message
            )}
          </Notice>
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>Back</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={isImpossible || (twin !== undefined && !understood)}
          onClick={onConfirm}
        >
          Pay out {money(check.amount)}
        </Button>
      </div>
    </Dialog>
  );
}

const fields = ['recipient_mobile', 'amount', 'client_reference', 'provider'];

function told({ status, amount, recipient_mobile }: Payout): string {
  const what = `${money(amount)} to ${mobile(recipient_mobile ?? '')}`;
  if (status === 'SUCCEEDED') return `${what} was paid.`;
  if (status === 'AWAITING_LIQUIDITY') return `${what} is held until the float covers it.`;
  return status === 'FAILED'
    ? `${what} was refused; the money is back in your balance.`
    : `${what} is on its way.`;
}
