'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { isAtMost, typedAmount } from '#lib/browser/amounts';
import { call } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { normaliseMobile } from '#lib/browser/phone';
import { railName } from '#lib/browser/rail-names';
import type { PresentedCheck } from '#lib/payouts/check-payout';
import type { PaidPayout } from '#lib/payouts/find-paid-payout';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import type { PresentedPayback } from '#lib/reads/payback';
import type { PresentedRecipient } from '#lib/recipients/recipient';
import { refreshPayments } from '../payment-approvals/use-payments.ts';
import type { Place } from '../payments/environment.ts';
import { AmountField, paymentFault, RailField, ReferenceField } from '../payments/payment-fields.tsx';
import { RecipientField } from '../recipients/recipient-field.tsx';
import { Button } from '../ui/button.tsx';
import { Figure, Unknown } from '../ui/feedback.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { toast } from '../ui/toast.tsx';
import { limitsOf, limitWords } from './payout-limits.ts';
import { liveFloat } from './rail-floats.tsx';
import type { Payout } from './recent-payouts.tsx';
import { useDesk } from './use-desk.ts';

interface PayoutFormProps {
  place: Place;
  initial: PresentedDesk;
  /** A reference that nobody has used yet; it stays the same however often the payout is sent. */
  reference: string;
  /** Whom it names already; nothing is sent before it was reviewed. */
  recipient?: PresentedRecipient | undefined;
  /** What goes back to a customer: whom, how much and over which rail is written already, and its reference stays. */
  payback?: PresentedPayback | undefined;
  /** What was paid before and is paid once more; all of it can be changed. */
  again?: PaidPayout | undefined;
  mayPay: boolean;
}

type Body = Record<string, unknown>;

// Loaded when something is reviewed.
const ConfirmPayout = onDemand(async () => (await import('./confirm-payout.tsx')).ConfirmPayout);

/** One payout: the form, and a confirmation that repeats what will happen before any money moves. */
export function PayoutForm({
  place,
  initial,
  reference,
  recipient: given,
  payback,
  again,
  mayPay,
}: PayoutFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  const { data: desk } = useDesk(place, initial);
  const open = desk.rails.filter((rail) => rail.open);
  const openRail = (name: string | null | undefined) => open.find((rail) => rail.provider === name)?.provider;
  const [recipient, setRecipient] = useState(given);
  const [provider, setProvider] = useState(
    openRail(again?.provider ?? given?.provider ?? payback?.provider) ??
      (open[0] ?? desk.rails[0])?.provider ??
      '',
  );
  const rail = desk.rails.find((each) => each.provider === provider);
  const [asked, setAsked] = useState<{ body: Body; check: PresentedCheck }>();
  const query = { environment: place.environment };

  const check = useMutation({
    mutationFn: (body: Body) =>
      call<PresentedCheck>('/api/dashboard/payouts/check', { method: 'POST', body, query }),
    onSuccess: (answer, body) => setAsked({ body, check: answer }),
  });
  const pay = useMutation({
    mutationFn: ({ body }: { body: Body; newName: string | null }) =>
      call<Payout | Waiting>('/api/dashboard/payouts', { method: 'POST', body, query }),
    onSuccess: async (payout, { newName }) => {
      toast.success(told(payout));
      if (newName !== null) await saveRecipient(newName, recipientOf(payout), query);
      client.removeQueries({ queryKey: ['recent-payouts'] });
      // This page shows it as well, so the next one finds it fresh.
      await refreshPayments(client);
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
      ...(given.recipient_id
        ? { recipient_id: given.recipient_id }
        : {
            recipient_mobile: normaliseMobile(given.recipient_mobile ?? ''),
            ...(given.recipient_name?.trim() && { recipient_name: given.recipient_name.trim() }),
          }),
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
            <RecipientField
              place={place}
              chosen={recipient}
              fixed={payback?.mobile}
              number={again?.mobile}
              error={fault('recipient_mobile') ?? fault('recipient_id')}
              onChoose={(chosen) => {
                setRecipient(chosen);
                const own = openRail(chosen?.provider);
                if (own) setProvider(own);
              }}
            />
            {!recipient && (
              <Field
                label={t('Who has it')}
                hint={t('Optional. The provider is asked whether the name fits, before you pay.')}
                error={fault('recipient_name')}
              >
                {(control) => (
                  <Input
                    {...control}
                    name="recipient_name"
                    defaultValue={payback?.name ?? ''}
                    autoComplete="off"
                    placeholder={t('Awa Ceesay')}
                  />
                )}
              </Field>
            )}
            <AmountField
              hint={t('Up to {amount} now', { amount: money(mostNow(desk, rail)) })}
              value={(payback ?? again)?.amount}
              error={fault('amount')}
            />
            <ReferenceField
              hint={
                payback
                  ? t('That of the payment. No more goes back than came, however often you send it.')
                  : t('Yours, such as a payroll number. It is paid once, however often you send it.')
              }
              reference={reference}
              isFixed={payback !== undefined}
              error={fault('client_reference')}
            />
            <RailField rails={desk.rails} value={provider} onChange={setProvider} error={fault('provider')} />
          </div>
          {isElsewhere && <Notice kind="error">{check.error?.message}</Notice>}
          <div>
            <Button type="submit" variant="primary" busy={check.isPending}>
              {t('Review the payout')}
            </Button>
          </div>
        </fieldset>
      </form>
      <aside aria-label={t('What there is')} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Figure name={t('Available to pay out')}>{money(desk.available)}</Figure>
        <Figure
          name={
            provider
              ? t('Balance at {provider}', { provider: railName(provider) })
              : t('Balance at the wallet')
          }
          hint={
            rail?.float == null
              ? liveFloat()
              : t('A payout that is larger waits, held, until there is enough.')
          }
        >
          {rail?.float == null ? <Unknown reason={liveFloat()} /> : money(rail.float)}
        </Figure>
        {limitsOf({ ...desk.limits, ...rail?.limits }).map(({ name, limit, left }) => (
          <Figure key={name} name={limitWords[name].left()} hint={limitWords[name].hint(money(limit))}>
            {money(left)}
          </Figure>
        ))}
      </aside>
      {asked && (
        <ConfirmPayout
          place={place}
          check={asked.check}
          busy={pay.isPending || pay.isSuccess}
          error={pay.error}
          onClose={() => setAsked(undefined)}
          onConfirm={(save) =>
            pay.mutate({ body: asked.body, newName: save ? asked.check.recipient_name : null })
          }
        />
      )}
    </div>
  );
}

const fields = [
  'recipient_mobile',
  'recipient_id',
  'recipient_name',
  'amount',
  'client_reference',
  'provider',
];

/** What balance and limits leave for one payout. */
function mostNow(
  { available, limits }: PresentedDesk,
  rail: PresentedDesk['rails'][number] | undefined,
): string {
  return limitsOf({ ...limits, ...rail?.limits }).reduce(
    (most, { left }) => (isAtMost(left, most) ? left : most),
    available,
  );
}

/** The payout stands, whatever becomes of this. */
async function saveRecipient(name: string, number: string, query: { environment: string }) {
  try {
    await call('/api/dashboard/recipients', { method: 'POST', body: { name, mobile: number }, query });
  } catch (error) {
    toast.error(
      t('{name} was not saved as a recipient: {message}', { name, message: (error as Error).message }),
    );
  }
}

interface Waiting {
  status: 'AWAITING_APPROVAL';
  approval: Approval;
}

function recipientOf(payout: Payout | Waiting): string {
  const number = 'approval' in payout ? payout.approval.payment?.recipient : payout.recipient_mobile;
  return number ?? '';
}

function told(payout: Payout | Waiting): string {
  if ('approval' in payout) {
    return t('{amount} to {mobile} waits for a second person.', {
      amount: money(payout.approval.payment?.amount ?? ''),
      mobile: mobile(recipientOf(payout)),
    });
  }
  const { status, amount, recipient_mobile } = payout;
  const what = { amount: money(amount), mobile: mobile(recipient_mobile ?? '') };
  if (status === 'SUCCEEDED') return t('{amount} to {mobile} was paid.', what);
  if (status === 'AWAITING_LIQUIDITY')
    return t('{amount} to {mobile} is held until the wallet’s balance covers it.', what);
  return status === 'FAILED'
    ? t('{amount} to {mobile} was refused; the money is back in your balance.', what)
    : t('{amount} to {mobile} is on its way.', what);
}
