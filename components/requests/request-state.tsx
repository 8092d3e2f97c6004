import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { State, type Tone } from '../ui/state.tsx';

type Status = PresentedRequest['status'];

export const requestStates: Record<Status, { tone: Tone; label(): string; meaning(): string }> = {
  OPEN: { tone: 'pending', label: later('Open|a request'), meaning: later('The customer has not paid yet.') },
  PARTLY_PAID: {
    tone: 'pending',
    label: later('Partly paid'),
    meaning: later('A part has come in, and the rest is still to be paid.'),
  },
  OVERDUE: {
    tone: 'failed',
    label: later('Overdue'),
    meaning: later('Its day is over, and not all of it is paid. The customer can still pay.'),
  },
  PAID: { tone: 'succeeded', label: later('Paid'), meaning: later('The money has come in.') },
  PAID_BY_HAND: {
    tone: 'succeeded',
    label: later('Paid by hand'),
    meaning: later('Somebody of yours took the money otherwise. Nothing of it is in your balance here.'),
  },
  CANCELLED: { tone: 'ended', label: later('Cancelled'), meaning: later('Nobody can pay it any more.') },
};

export function RequestState({ status }: { status: Status }) {
  const { tone, label } = requestStates[status];
  return <State tone={tone}>{label()}</State>;
}

/** Whether the customer may still pay. */
export function isWaiting(status: Status): boolean {
  return status === 'OPEN' || status === 'PARTLY_PAID' || status === 'OVERDUE';
}

/** What is left, where a part has come; null: all of it, or nothing. */
export function leftOf({ status, paid, left }: PresentedRequest): string | null {
  return isWaiting(status) && paid !== '0.00' ? left : null;
}

/** What was asked for, and what of it is left. */
export function AmountOf({ request }: { request: PresentedRequest }) {
  const left = leftOf(request);
  return (
    <>
      {money(request.amount)}
      {left && (
        <span className="block text-[13px] text-muted-foreground">
          {t('{amount} left', { amount: money(left) })}
        </span>
      )}
    </>
  );
}

/** Whom it was made for: by name, else by what else is known. */
export function customerOf(
  request: Pick<PresentedRequest, 'customer_name' | 'customer_mobile' | 'customer_email'>,
): string {
  return request.customer_name ?? request.customer_mobile ?? request.customer_email ?? '–';
}
