'use client';

import { useState } from 'react';
import { isAtMost } from '#lib/browser/amounts';
import { mayBeDone } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { PresentedCheck } from '#lib/payouts/check-payout';
import type { Place } from '../payments/environment.ts';
import { LostAnswer } from '../payments/lost-answer.tsx';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { limitsOf, limitWords } from './payout-limits.ts';
import { TwinNotice } from './twin-notice.tsx';

interface ConfirmPayoutProps {
  place: Place;
  check: PresentedCheck;
  busy: boolean;
  error: Error | null;
  onClose(): void;
  onConfirm(save: boolean): void;
}

/** Repeats who gets how much on whose network, what is left, and what speaks against it. */
export function ConfirmPayout({ place, check, busy, error, onClose, onConfirm }: ConfirmPayoutProps) {
  const [understood, setUnderstood] = useState(false);
  const [save, setSave] = useState(false);
  const [twin] = check.recent_twins;
  const isImpossible = check.outcome !== 'sent' && check.outcome !== 'held';
  const limits = limitsOf(check.limits);
  const passed = limits.filter(({ left }) => !isAtMost(check.amount, left));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Pay out ${money(check.amount)}?`}
      description="Money that was sent cannot be called back from here."
    >
      <Facts>
        <Fact name="To">
          <span className="font-semibold">
            {check.recipient && `${check.recipient.name}, `}
            {mobile(check.recipient_mobile)}
          </span>
        </Fact>
        <Fact name="Name check">{nameWords(check)}</Fact>
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
        {!isImpossible &&
          limits
            .filter(({ name }) => name !== 'per_payout')
            .map(({ name, left }) => (
              <Fact key={name} name={limitWords[name].left}>
                {money(left)}, this payout included
              </Fact>
            ))}
        <Fact name="Provider">
          <RailName of={check.provider} />
        </Fact>
        <Fact name="Reference">{check.client_reference}</Fact>
      </Facts>
      <div className="mt-5 grid gap-3">
        {check.name_check === 'NO_MATCH' && !isImpossible && (
          <Notice kind="warning">
            The provider knows this number by <strong>another name</strong> than {check.recipient_name}. Ask
            the recipient for the number once more before you pay.
          </Notice>
        )}
        {check.name_check === 'PARTIAL' && !isImpossible && (
          <Notice kind="warning">
            The provider knows this number by a name that is <strong>like</strong> {check.recipient_name}, and
            not the same. Look whether it is who you mean.
          </Notice>
        )}
        {check.outcome === 'limit_exceeded' && (
          <Notice kind="error">
            {passed.map(({ name, limit, left }) => (
              <p key={name}>
                {limitWords[name].left}: {money(left)}
                {name !== 'per_payout' && ` of ${money(limit)}`}.
              </p>
            ))}
            <p>This payout is more than that. Nothing was sent; the operators can raise a limit.</p>
          </Notice>
        )}
        {check.outcome === 'insufficient_balance' && (
          <Notice kind="error">Your balance does not cover this payout. Nothing was sent.</Notice>
        )}
        {check.outcome === 'repeat' && (
          <Notice kind="error">
            This reference was already used for a payout, and a reference is paid once. Take another one, or
            look the first one up.
          </Notice>
        )}
        {check.waits_for_approval && !isImpossible && (
          <Notice kind="warning">
            This is above the amount that one person pays out alone. It <strong>waits</strong> for another
            owner or accountant; nothing leaves your balance before they approve it.
          </Notice>
        )}
        {check.outcome === 'held' && (
          <Notice kind="warning">
            {check.float === null
              ? `${railName(check.provider)} cannot send it now.`
              : `The balance at ${railName(check.provider)} is ${money(check.float)}.`}{' '}
            The payout will be <strong>held</strong>: it leaves your balance now and is sent as soon as it can
            be.
          </Notice>
        )}
        {twin && !isImpossible && (
          <TwinNotice place={place} amount={check.amount} twins={check.recent_twins}>
            <Checkbox
              className="mt-2"
              label="Pay it again: this is another payment."
              checked={understood}
              onChange={(event) => setUnderstood(event.target.checked)}
            />
          </TwinNotice>
        )}
        {check.recipient === null && check.recipient_name !== null && !isImpossible && (
          <Checkbox
            label={`Save ${check.recipient_name} as a recipient`}
            checked={save}
            onChange={(event) => setSave(event.target.checked)}
          />
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
        <Button onClick={onClose}>Back</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={isImpossible || (twin !== undefined && !understood)}
          onClick={() => onConfirm(save)}
        >
          {check.waits_for_approval ? 'Ask a second person' : `Pay out ${money(check.amount)}`}
        </Button>
      </div>
    </Dialog>
  );
}

function nameWords({ name_check, recipient_name, provider }: PresentedCheck): string {
  if (recipient_name === null) return 'Not made: no name was given';
  if (name_check === 'UNAVAILABLE') return `${railName(provider)} does not say whose number it is`;
  if (name_check === 'MATCH') return `Fits: ${railName(provider)} knows the number as ${recipient_name}`;
  return name_check === 'PARTIAL' ? 'Fits in part only' : 'Does not fit';
}
