import { day, money, percent } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';

type Tariffs = RailView['tariffs'];
export type Movement = Tariffs['movements'][number]['movement'];
type Terms = NonNullable<Tariffs['movements'][number]['in_force']>;

const movementNames: Record<Movement, () => string> = {
  collection: later('Collection'),
  payout: later('Payout'),
  refund: later('Refund'),
};

const setting: Record<Movement, (facts: { rail: string }) => string> = {
  collection: later('Set what {rail} takes for each collection'),
  payout: later('Set what {rail} takes for each payout'),
  refund: later('Set what {rail} takes for each refund'),
};

interface RailTariffsProps {
  rail: RailView;
  mayManage: boolean;
  onSet(movement: Movement): void;
}

/** What a rail takes for its work, by movement, and what was set before. */
export function RailTariffs({ rail: { provider, tariffs }, mayManage, onSet }: RailTariffsProps) {
  return (
    <section
      aria-label={t('Fees of {rail}', { rail: railName(provider) })}
      className="mt-3 rounded-lg border px-4 py-3"
    >
      <h4 className="text-[13px] font-semibold">{t('What the rail takes for its work')}</h4>
      <dl className="mt-1 divide-y">
        {tariffs.movements.map(({ movement, in_force }) => (
          <div key={movement} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
            <dt className="w-24 text-muted-foreground">{movementNames[movement]()}</dt>
            <dd className="flex-1">
              {in_force
                ? t('{terms}, since {day}', { terms: termsOf(in_force), day: day(in_force.starts_on) })
                : t('No tariff was set')}
            </dd>
            {mayManage && (
              <dd>
                <Button
                  size="small"
                  variant="ghost"
                  className="-my-1 text-primary"
                  aria-label={setting[movement]({ rail: railName(provider) })}
                  onClick={() => onSet(movement)}
                >
                  {t('Set…')}
                </Button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {tariffs.history.length > 0 && (
        <details className="mt-1 text-[13px]">
          <summary className="cursor-pointer text-muted-foreground">{t('All that were set')}</summary>
          <ul className="mt-2 grid gap-1.5">
            {tariffs.history.map((each) => (
              <li key={each.id}>
                {t('{movement} from {day}: {terms}.', {
                  movement: movementNames[each.movement](),
                  day: day(each.starts_on),
                  terms: termsOf(each),
                })}{' '}
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
  if (bps === 0) return flat === '0.00' ? t('Nothing') : t('{amount} each', { amount: money(flat) });
  return flat === '0.00'
    ? percent(bps)
    : t('{amount} and {share}', { amount: money(flat), share: percent(bps) });
}
