import { difference, money } from '#lib/browser/format';
import type { OperatorTransaction } from '#lib/reads/get-as-operator';
import { StackedFact } from '../../ui/facts.tsx';

/** What the rail takes for a transaction, and what the house keeps of it. */
export function FeeFacts({ fee }: { fee: NonNullable<OperatorTransaction['rail_fee']> }) {
  const isBack = fee.amount.startsWith('-');
  return (
    <>
      <StackedFact name="Rail’s fee">
        {isBack ? `${money(fee.amount.slice(1))} came back` : money(fee.amount)}
        {!fee.is_booked && ' when it succeeds'}
        {fee.told && (
          <span className="block text-[13px] text-muted-foreground">
            The rail says {money(fee.told)}: reconciliation of its day books the difference.
          </span>
        )}
      </StackedFact>
      {fee.margin && (
        <StackedFact name="Margin">
          {fee.margin.startsWith('-') ? difference(fee.margin) : money(fee.margin)}, the commission less the
          rail’s fee
        </StackedFact>
      )}
    </>
  );
}
