'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Minus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { call, mayBeDone } from '#lib/browser/api';
import { type Basket, type BasketLine, changed, linesOf, totalOf } from '#lib/browser/basket';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { currencyLeads, figure, money } from '#lib/browser/format';
import { displayed } from '#lib/browser/keypad';
import { t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { TestAmount } from '#lib/sandbox/test-amounts';
import type { PresentedTillItems } from '#lib/till/till-items';
import { isPlayed, TestAmountNote } from '../collect/test-amount.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Notice } from '../ui/notice.tsx';
import { Keypad } from './keypad.tsx';
import { allowSound } from './sound.ts';
import { itemsKey } from './till-items.ts';

interface NewSaleProps {
  place: Place;
  /** Today, of which the sale is. */
  day: string;
  items: PresentedTillItems['items'];
  /** Of the sandbox. */
  testAmounts: TestAmount[];
  onSold(sold: OwnCollection): void;
}

/** What is to be paid: items with a tap each, an amount by the keypad, or both. */
export function NewSale({ place, day, items, testAmounts, onSold }: NewSaleProps) {
  const [text, setText] = useState('');
  const [basket, setBasket] = useState<Basket>({});
  const [isTyping, setTyping] = useState(false);
  const onSale = items.filter(({ is_on }) => is_on);
  const lines = linesOf(onSale, basket);
  const typed = text.replace(/\.$/, '');
  const total = totalOf(lines, typed);
  const { sell, charge, unanswered } = useCharge({ place, day, lines, typed, total, onSold });
  const change = (act: () => void) => {
    act();
    // Another amount is another sale, with a reference of its own.
    if (sell.isError) sell.reset();
  };
  const hasItems = onSale.length > 0;
  return (
    <section aria-label={t('New sale')} className="grid gap-4">
      <p className="text-right text-5xl font-bold tracking-tight break-all tabular-nums" aria-live="polite">
        {currencyLeads() && <Currency>GMD </Currency>}
        {lines.length > 0 ? figure(total) : displayed(text)}
        {!currencyLeads() && <Currency> GMD</Currency>}
      </p>
      {lines.length > 0 && isTyping && (
        <p className="line-clamp-2 wrap-anywhere">
          {lines.map(({ name, count }) => `${count} x ${name}`).join(', ')}
        </p>
      )}
      {lines.length > 0 && !isTyping && (
        <Lines
          lines={lines}
          typed={typed}
          onLess={(id) => change(() => setBasket((was) => changed(was, id, -1)))}
        />
      )}
      {hasItems && <Tabs isTyping={isTyping} onChange={setTyping} />}
      {hasItems && !isTyping && (
        <ItemButtons
          items={onSale}
          basket={basket}
          onTap={(id) => change(() => setBasket((was) => changed(was, id, 1)))}
        />
      )}
      <div className={cn(hasItems && !isTyping && 'hidden')}>
        <Keypad
          text={text}
          isLow={hasItems}
          onChange={(next) => change(() => setText(next))}
          onEnter={charge}
        />
      </div>
      <Button
        variant="primary"
        className="h-16 w-full text-xl"
        disabled={!(Number(total) > 0)}
        busy={sell.isPending}
        onClick={charge}
      >
        {t('Charge')}
      </Button>
      {/* Below the button, so that nothing moves under the finger. */}
      <TestAmountNote amounts={testAmounts} typed={total} />
      {sell.error && (
        <Notice kind="error">
          {unanswered && !isPlayed(sell.error, testAmounts, total)
            ? t('No answer came. Press Charge again: it is the same sale, and is made once.')
            : sell.error.message}
        </Notice>
      )}
    </section>
  );
}

function Currency({ children }: { children: string }) {
  return <span className="text-xl font-semibold text-muted-foreground">{children}</span>;
}

interface Charge {
  place: Place;
  day: string;
  lines: BasketLine[];
  typed: string;
  total: string;
  onSold(sold: OwnCollection): void;
}

function useCharge({ place, day, lines, typed, total, onSold }: Charge) {
  const client = useQueryClient();
  const query = { environment: place.environment };
  const referenceOf = useReference();
  // At once, where the page says so only when it is drawn anew: the second of two taps comes before that.
  const isSending = useRef(false);
  const sell = useMutation({
    mutationFn: ({ path, body }: { path: string; body: Record<string, unknown> }) =>
      call<OwnCollection>(path, { method: 'POST', query, body }),
    onSuccess: onSold,
    // A price may be another one by now.
    onError: () => void client.invalidateQueries({ queryKey: itemsKey(place.environment) }),
    onSettled: () => {
      isSending.current = false;
    },
  });
  const { mutate } = sell;
  const last = sell.variables?.body.client_reference as string | undefined;
  const unanswered = sell.error && mayBeDone(sell.error) ? last : undefined;
  const what = JSON.stringify([lines.map(({ id, count }) => [id, count]), typed, total]);
  const charge = useCallback(() => {
    allowSound();
    if (!(Number(total) > 0) || isSending.current) return;
    isSending.current = true;
    const client_reference = unanswered ?? referenceOf(what, day);
    const items = lines.map(({ id, count }) => ({ id, count }));
    mutate(
      items.length === 0
        ? {
            path: '/api/dashboard/collections',
            body: { amount: typed, client_reference, currency: 'GMD', provider: CUSTOMER_CHOICE },
          }
        : {
            path: '/api/dashboard/till/sales',
            body: { client_reference, amount: total, items, ...(Number(typed) > 0 && { typed }) },
          },
    );
  }, [lines, typed, total, what, day, mutate, unanswered, referenceOf]);
  return { sell, charge, unanswered };
}

function Lines({ lines, typed, onLess }: { lines: BasketLine[]; typed: string; onLess(id: string): void }) {
  return (
    <ul aria-label={t('What is sold')} className="max-h-34 overflow-y-auto rounded-lg border">
      {lines.map(({ id, name, count, amount }) => (
        <li key={id} className="flex items-center gap-3 border-b pl-4 last:border-b-0">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {count} x {name}
          </span>
          <span className="tabular-nums">{figure(amount)}</span>
          <button
            type="button"
            aria-label={t('One {name} less', { name })}
            className="flex size-11 flex-none items-center justify-center touch-manipulation hover:bg-surface active:bg-surface"
            onClick={() => onLess(id)}
          >
            <Minus aria-hidden="true" className="size-5" />
          </button>
        </li>
      ))}
      {Number(typed) > 0 && (
        <li className="flex min-h-11 items-center justify-between gap-3 py-2 pr-14 pl-4">
          <span>{t('Typed')}</span>
          <span className="tabular-nums">{displayed(typed)}</span>
        </li>
      )}
    </ul>
  );
}

function Tabs({ isTyping, onChange }: { isTyping: boolean; onChange(isTyping: boolean): void }) {
  return (
    <fieldset aria-label={t('How to sell')} className="grid grid-cols-2 gap-1 rounded-lg bg-surface p-1">
      {[false, true].map((typing) => (
        <button
          key={String(typing)}
          type="button"
          aria-pressed={isTyping === typing}
          className={cn(
            'h-11 rounded-md font-semibold touch-manipulation',
            isTyping === typing ? 'border bg-background' : 'text-muted-foreground',
          )}
          onClick={() => onChange(typing)}
        >
          {typing ? t('Keypad') : t('Items')}
        </button>
      ))}
    </fieldset>
  );
}

function ItemButtons({
  items,
  basket,
  onTap,
}: {
  items: PresentedTillItems['items'];
  basket: Basket;
  onTap(id: string): void;
}) {
  return (
    <fieldset aria-label={t('Items')} className="grid max-h-[30dvh] grid-cols-2 gap-2 overflow-y-auto">
      {items.map(({ id, name, price }) => {
        const count = basket[id] ?? 0;
        return (
          <button
            key={id}
            type="button"
            className={cn(
              'flex min-h-16 flex-col justify-center rounded-lg border bg-background px-3 py-2 text-left select-none touch-manipulation hover:bg-surface active:bg-surface',
              count > 0 && 'border-primary',
            )}
            onClick={() => onTap(id)}
          >
            <span className="line-clamp-2 font-semibold wrap-anywhere">{name}</span>
            <span className="text-muted-foreground tabular-nums">
              {money(price)}
              {count > 0 && ` x ${count}`}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

/**
 * What a sale is called: the same however often it is charged, so that it is made once. It is of the day on which it is
 * charged, not of the one on which the page was opened.
 */
function useReference(): (what: string, day: string) => string {
  const begun = useRef({ what: '', day: '', reference: '' });
  return useCallback((what, day) => {
    if (begun.current.what !== what || begun.current.day !== day) {
      begun.current = { what, day, reference: newReference(day) };
    }
    return begun.current.reference;
  }, []);
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `TILL-20270131-7Q2M9K4D`: the day first, by which the sales of a day are found. */
function newReference(day: string): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  const letters = Array.from(random, (byte) => alphabet[byte % alphabet.length]);
  return `TILL-${day.replaceAll('-', '')}-${letters.join('')}`;
}
