'use client';

import { exactTime, money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { withRailNames } from '#lib/browser/rail-names';
import type { TransactionDetail } from '#lib/reads/get-transaction-detail';
import { cn } from '../ui/cn.ts';
import type { Tone } from '../ui/state.tsx';
import { statusLabel, statusTone } from './status.tsx';
import { triggerLabel } from './trigger-label.ts';

export interface Moment {
  key: string;
  at: string;
  tone: Tone | 'none' | 'ahead';
  title: string;
  /** Who, or what came back. */
  detail?: string;
}

const operations: Record<TransactionDetail['operations'][number]['kind'], () => string> = {
  start: later('Is opened at the provider'),
  charge: later('The wallet is charged'),
  send: later('Is sent to the provider'),
  look_up: later('The provider is asked what became of it'),
  close: later('Expires, unless it is paid before'),
  revoke: later('The leave to charge the wallet is given back'),
  reverse: later('The provider is asked to take it back'),
  refund: later('The provider is asked to give it back to the payer'),
};

const dots: Record<Moment['tone'], string> = {
  succeeded: 'bg-succeeded',
  failed: 'bg-failed',
  pending: 'bg-pending',
  ended: 'bg-ended',
  reversed: 'bg-reversed',
  none: 'bg-border',
  ahead: 'border border-muted-foreground bg-background',
};

/** Newest first; what is still to come stands on top. */
export function Timeline({ moments }: { moments: Moment[] }) {
  return (
    <ol>
      {moments.map((moment, index, all) => (
        <li key={moment.key} className="relative flex gap-3 pb-4 last:pb-0">
          {index < all.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-4 bottom-[-0.25rem] left-[4.5px] w-px bg-border"
            />
          )}
          <span
            aria-hidden="true"
            className={cn('mt-1.5 size-2.5 flex-none rounded-full', dots[moment.tone])}
          />
          <div className="min-w-0 flex-1">
            <p
              className={cn(
                'wrap-anywhere',
                moment.tone === 'none' || moment.tone === 'ahead' ? '' : 'font-semibold',
              )}
            >
              {moment.title}
            </p>
            <p className="text-[13px] wrap-anywhere text-muted-foreground">
              <time dateTime={moment.at}>{exactTime(moment.at)}</time>
              {moment.detail && (
                <>
                  {' · '}
                  {/* In one piece where there is room for it. */}
                  <span className="inline-block">{moment.detail}</span>
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What became of it, and what comes next. */
export function storyMoments({ changes, operations: ahead, sending, refunds }: TransactionDetail): Moment[] {
  const past: Moment[] = changes.map((change) => ({
    key: `change ${change.sequence}`,
    at: change.at,
    tone: statusTone(change.to),
    title: titled(statusLabel(change.to), lowerFirst(triggerLabel(change.trigger, sending))),
    detail: byWhom(change.actor),
  }));
  const future: Moment[] = ahead.map((operation) => ({
    key: operation.kind,
    at: operation.run_at,
    tone: 'ahead',
    title: operations[operation.kind](),
  }));
  const back: Moment[] = (refunds?.list ?? []).map(({ transaction_id, created_at, status, amount }) => ({
    key: `refund ${transaction_id}`,
    at: created_at,
    tone: 'none',
    title: titled(t('Refund of {amount}', { amount: money(amount) }), lowerFirst(statusLabel(status))),
  }));
  return [...newestFirst(future), ...newestFirst([...past, ...back])];
}

/** Stable: of one instant, the step stands before what it caused, and so, newest first, below it. */
export function newestFirst(list: Moment[]): Moment[] {
  return list.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).reverse();
}

function byWhom({ type, name }: TransactionDetail['changes'][number]['actor']): string {
  return type === 'api_key'
    ? t('with the key {name}', { name })
    : t('by {name}', { name: withRailNames(name) });
}

export const titled = (what: string, detail: string) => t('{what}: {detail}', { what, detail });

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
