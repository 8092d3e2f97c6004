'use client';

import { useState } from 'react';
import { isAtMost } from '#lib/browser/amounts';
import { mayBeDone } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { PresentedCheck } from '#lib/payouts/check-payout';
import { rich } from '../language/rich.tsx';
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
      title={t('Pay out {amount}?', { amount: money(check.amount) })}
      description={t('Money that was sent cannot be called back from here.')}
    >
      <Facts>
        <Fact name={t('To')}>
          <span className="font-semibold">
            {check.recipient && `${check.recipient.name}, `}
            {mobile(check.recipient_mobile)}
          </span>
        </Fact>
        <Fact name={t('Name check')}>{nameWords(check)}</Fact>
        <Fact name={t('Operator')}>
          {check.operator === 'unknown'
            ? t('Unknown: the prefix belongs to nobody that we know')
            : t('{operator}, by its prefix', { operator: check.operator })}
        </Fact>
        <Fact name={t('Amount')}>{money(check.amount)}</Fact>
        <Fact name={t('Fee')}>{money(check.fee)}</Fact>
        <Fact name={t('Available now')}>{money(check.available)}</Fact>
        {!isImpossible && (
          <Fact name={t('Left afterwards')}>
            <span className="font-semibold">{money(check.left)}</span>
          </Fact>
        )}
        {!isImpossible &&
          limits
            .filter(({ name }) => name !== 'per_payout')
            .map(({ name, left }) => (
              <Fact key={name} name={limitWords[name].left()}>
                {t('{left}, this payout included', { left: money(left) })}
              </Fact>
            ))}
        <Fact name={t('Provider')}>
          <RailName of={check.provider} />
        </Fact>
        <Fact name={t('Reference')}>{check.client_reference}</Fact>
      </Facts>
      <div className="mt-5 grid gap-3">
        {check.name_check === 'NO_MATCH' && !isImpossible && (
          <Notice kind="warning">
            {rich(
              'The provider knows this number by {other} than {recipientName}. Ask the recipient for the number once more before you pay.',
              { other: <strong>{t('another name')}</strong>, recipientName: check.recipient_name },
            )}
          </Notice>
        )}
        {check.name_check === 'PARTIAL' && !isImpossible && (
          <Notice kind="warning">
            {rich(
              'The provider knows this number by a name that is {like} {recipientName}, and not the same. Look whether it is who you mean.',
              { like: <strong>{t('like')}</strong>, recipientName: check.recipient_name },
            )}
          </Notice>
        )}
        {check.outcome === 'limit_exceeded' && (
          <Notice kind="error">
            {passed.map(({ name, limit, left }) => (
              <p key={name}>
                {name === 'per_payout'
                  ? t('{name}: {left}.', { name: limitWords[name].left(), left: money(left) })
                  : t('{name}: {left} of {limit}.', {
                      name: limitWords[name].left(),
                      left: money(left),
                      limit: money(limit),
                    })}
              </p>
            ))}
            <p>{t('This payout is more than that. Nothing was sent; the operators can raise a limit.')}</p>
          </Notice>
        )}
        {check.outcome === 'insufficient_balance' && (
          <Notice kind="error">{t('Your balance does not cover this payout. Nothing was sent.')}</Notice>
        )}
        {check.outcome === 'repeat' && (
          <Notice kind="error">
            {t(
              'This reference was already used for a payout, and a reference is paid once. Take another one, or look the first one up.',
            )}
          </Notice>
        )}
        {check.waits_for_approval && !isImpossible && (
          <Notice kind="warning">
            {rich(
              'This is above the amount that one person pays out alone. It {waits} for another owner or accountant; nothing leaves your balance before they approve it.',
              { waits: <strong>{t('waits')}</strong> },
            )}
          </Notice>
        )}
        {check.outcome === 'held' && (
          <Notice kind="warning">
            {check.float === null
              ? t('{provider} cannot send it now.', { provider: railName(check.provider) })
              : t('The balance at {provider} is {float}.', {
                  provider: railName(check.provider),
                  float: money(check.float),
                })}{' '}
            {rich('The payout will be {held}: it leaves your balance now and is sent as soon as it can be.', {
              held: <strong>{t('held')}</strong>,
            })}
          </Notice>
        )}
        {twin && !isImpossible && (
          <TwinNotice place={place} amount={check.amount} twins={check.recent_twins}>
            <Checkbox
              className="mt-2"
              label={t('Pay it again: this is another payment.')}
              checked={understood}
              onChange={(event) => setUnderstood(event.target.checked)}
            />
          </TwinNotice>
        )}
        {check.recipient === null && check.recipient_name !== null && !isImpossible && (
          <Checkbox
            label={t('Save {recipientName} as a recipient', { recipientName: check.recipient_name })}
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
        <Button onClick={onClose}>{t('Back')}</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={isImpossible || (twin !== undefined && !understood)}
          onClick={() => onConfirm(save)}
        >
          {check.waits_for_approval
            ? t('Ask a second person')
            : t('Pay out {amount}', { amount: money(check.amount) })}
        </Button>
      </div>
    </Dialog>
  );
}

function nameWords({ name_check, recipient_name, provider }: PresentedCheck): string {
  if (recipient_name === null) return t('Not made: no name was given');
  if (name_check === 'UNAVAILABLE')
    return t('{provider} does not say whose number it is', { provider: railName(provider) });
  if (name_check === 'MATCH')
    return t('Fits: {provider} knows the number as {recipient}', {
      provider: railName(provider),
      recipient: recipient_name,
    });
  return name_check === 'PARTIAL' ? t('Fits in part only') : t('Does not fit');
}
