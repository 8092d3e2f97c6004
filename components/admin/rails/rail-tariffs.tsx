import { day, money, percent } from '#lib/browser/format';
import type { RailView } from '#lib/rails/list-rails';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';

type Tariffs = RailView['tariffs'];
export type Movement = Tariffs['movements'][number]['movement'];
type Terms = NonNullable<Tariffs['movements'][number]['in_force']>;

export const movementNames: Record<Movement, string> = {
  collection: 'Collection',
  payout: 'Payout',
  refund: 'Refund',
};

interface RailTariffsProps {
  rail: RailView;
  mayManage: boolean;
  onSet(movement: Movement): void;
}

/** What a rail takes for its work, by movement, and what was set before. */
export function RailTariffs({ rail: { provider, tariffs }, mayManage, onSet }: RailTariffsProps) {
  return (
    <section aria-label={`Fees of ${provider}`} className="mt-3 rounded-lg border px-4 py-3">
      <h4 className="text-[13px] font-semibold">What the rail takes for its work</h4>
      <dl className="mt-1 divide-y">
        {tariffs.movements.map(({ movement, in_force }) => (
          <div key={movement} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
            <dt className="w-24 text-muted-foreground">{movementNames[movement]}</dt>
            <dd className="flex-1">
              {in_force ? `${termsOf(in_force)}, since ${day(in_force.starts_on)}` : 'No tariff was set'}
            </dd>
            {mayManage && (
              <dd>
                <Button
                  size="small"
                  variant="ghost"
                  className="-my-1 text-primary"
                  aria-label={`Set what ${provider} takes for each ${movementNames[movement].toLowerCase()}`}
                  onClick={() => onSet(movement)}
                >
                  Set…
                </Button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {tariffs.history.length > 0 && (
        <details className="mt-1 text-[13px]">
          <summary className="cursor-pointer text-muted-foreground">All that were set</summary>
          <ul className="mt-2 grid gap-1.5">
            {tariffs.history.map((each) => (
              <li key={each.id}>
                {movementNames[each.movement]} from {day(each.starts_on)}: {termsOf(each)}.{' '}
                <span className="break-words text-muted-foreground">
                  {each.note} ({each.set_by}, <Time at={each.set_at} />)
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function termsOf({ flat_amount: flat, bps }: Pick<Terms, 'flat_amount' | 'bps'>): string {
  if (bps === 0) return flat === '0.00' ? 'Nothing' : `${money(flat)} each`;
  return flat === '0.00' ? percent(bps) : `${money(flat)} and ${percent(bps)}`;
}
