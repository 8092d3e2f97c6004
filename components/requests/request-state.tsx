import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { State, type Tone } from '../ui/state.tsx';

type Status = PresentedRequest['status'];

export const requestStates: Record<Status, { tone: Tone; label: string; meaning: string }> = {
  OPEN: { tone: 'pending', label: 'Open', meaning: 'The customer has not paid yet.' },
  OVERDUE: {
    tone: 'failed',
    label: 'Overdue',
    meaning: 'Its day is over, and it is not paid. The customer can still pay.',
  },
  PAID: { tone: 'succeeded', label: 'Paid', meaning: 'The money has come in.' },
  PAID_BY_HAND: {
    tone: 'succeeded',
    label: 'Paid by hand',
    meaning: 'Somebody of yours took the money otherwise. Nothing of it is in your balance here.',
  },
  CANCELLED: { tone: 'ended', label: 'Cancelled', meaning: 'Nobody can pay it any more.' },
};

export function RequestState({ status }: { status: Status }) {
  const { tone, label } = requestStates[status];
  return <State tone={tone}>{label}</State>;
}

/** Whom it was made for: by name, else by what else is known. */
export function customerOf(
  request: Pick<PresentedRequest, 'customer_name' | 'customer_mobile' | 'customer_email'>,
): string {
  return request.customer_name ?? request.customer_mobile ?? request.customer_email ?? '–';
}
