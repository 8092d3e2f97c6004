import { later, t } from '#lib/browser/language/words';
import type { DeliveryLogRow } from '#lib/webhooks/delivery-log';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { State, type Tone } from '../ui/state.tsx';

export type DeliveryStatus = DeliveryLogRow['status'];

/** Each status of a delivery: its tone, its word, and what it means. */
const deliveryStates: Record<DeliveryStatus, { tone: Tone; label: () => string; meaning: () => string }> = {
  PENDING: {
    tone: 'pending',
    label: later('Pending'),
    meaning: later('Your server has not taken it yet; it is repeated until it does, for about 71 hours.'),
  },
  SUCCEEDED: {
    tone: 'succeeded',
    label: later('Delivered'),
    meaning: later('Your server took it with a 2xx answer.'),
  },
  FAILED: {
    tone: 'failed',
    label: later('Failed'),
    meaning: later('Every attempt failed, and nothing more is sent by itself. You can resend it.'),
  },
  SKIPPED: {
    tone: 'ended',
    label: later('Skipped'),
    meaning: later('The endpoint was paused, switched off or removed, so this was kept and not sent.'),
  },
};

export const deliveryStatuses = Object.keys(deliveryStates) as DeliveryStatus[];
export const deliveryLabel = (status: DeliveryStatus): string => deliveryStates[status].label();
export const deliveryMeaning = (status: DeliveryStatus): string => deliveryStates[status].meaning();

export function DeliveryState({ status, className }: { status: DeliveryStatus; className?: string }) {
  const { tone, label } = deliveryStates[status];
  return (
    <State tone={tone} {...(className && { className })}>
      {label()}
    </State>
  );
}

/** An active endpoint whose last attempts failed is said to be failing. */
export function EndpointState({
  endpoint: { status, failing_since },
}: {
  endpoint: Pick<EndpointHealth, 'status' | 'failing_since'>;
}) {
  if (status === 'PAUSED') return <State tone="pending">{t('Paused')}</State>;
  if (status === 'DISABLED') return <State tone="ended">{t('Disabled')}</State>;
  return failing_since ? (
    <State tone="failed">{t('Failing')}</State>
  ) : (
    <State tone="succeeded">{t('Active')}</State>
  );
}
