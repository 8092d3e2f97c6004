import { difference, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { OperatorTransaction } from '#lib/reads/get-as-operator';
import { StackedFact } from '../../ui/facts.tsx';

/** What the rail takes for a transaction, and what the house keeps of it. */
export function FeeFacts({ fee }: { fee: NonNullable<OperatorTransaction['rail_fee']> }) {
  const isBack = fee.amount.startsWith('-');
  return (
    <>
      <StackedFact name={t('Rail’s fee')}>
        {isBack ? t('{amount} came back', { amount: money(fee.amount.slice(1)) }) : money(fee.amount)}
        {!fee.is_booked && ' '}
        {!fee.is_booked && t('when it succeeds')}
        {fee.told && (
          <span className="block text-[13px] text-muted-foreground">
            {t('The rail says {amount}: reconciliation of its day books the difference.', {
              amount: money(fee.told),
            })}
          </span>
        )}
      </StackedFact>
      {fee.margin && (
        <StackedFact name={t('Margin')}>
          {t('{amount}, the commission less the rail’s fee', {
            amount: fee.margin.startsWith('-') ? difference(fee.margin) : money(fee.margin),
          })}
        </StackedFact>
      )}
    </>
  );
}
