import type { ReactNode } from 'react';
import { difference, money, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailFloatView, RailView } from '#lib/rails/list-rails';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { bookings, type HouseBooking } from './house-bookings.ts';

export type FloatAction = { kind: 'cover'; rail: RailView } | { kind: HouseBooking; rail: RailView };

interface RailFloatProps {
  rail: RailView;
  float: RailFloatView;
  mayManage: boolean;
  onAct(action: FloatAction): void;
}

/** What is in a rail's wallet, by our books and by its own word. */
export function RailFloat({ rail, float, mayManage, onAct }: RailFloatProps) {
  const { held } = float;
  const button = (kind: HouseBooking) => <BookingButton kind={kind} rail={rail} onAct={onAct} />;
  return (
    <Facts className="content-start">
      <Fact name={t('Float')}>
        <span>{money(float.balance)}</span>
        {mayManage && (
          <Actions>
            {button('top_up')}
            {button('withdraw')}
            {button('transfer')}
          </Actions>
        )}
      </Fact>
      <Fact name={t('In flight')}>
        {t('{amount}, which payouts under way will take', { amount: money(float.in_flight) })}
      </Fact>
      <Fact name={t('Collected')}>
        {float.collections_cover === null
          ? money(float.collected)
          : t('{amount}, which lies in the same wallet', { amount: money(float.collected) })}
        {mayManage && float.collections_cover !== null && <Actions>{button('collections')}</Actions>}
      </Fact>
      {float.collections_cover !== null && (
        <Fact name={t('Collected money pays payouts')}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <State tone={float.collections_cover ? 'succeeded' : 'ended'}>
              {float.collections_cover ? t('On|of a rail') : t('Off|of a rail')}
            </State>
            {mayManage && (
              <Button
                size="small"
                variant="ghost"
                className="-my-1.5 text-primary"
                aria-label={t(
                  float.collections_cover
                    ? 'Switch off: collected money of {rail} pays payouts'
                    : 'Switch on: collected money of {rail} pays payouts',
                  { rail: railName(rail.provider) },
                )}
                onClick={() => onAct({ kind: 'cover', rail })}
              >
                {float.collections_cover ? t('Switch off…') : t('Switch on…')}
              </Button>
            )}
          </span>
        </Fact>
      )}
      <WalletFacts float={float} />
      <Fact name={t('Held payouts')}>
        {held.count === 0 ? t('None') : `${whole(held.count)}, ${money(held.amount)}`}
        {float.short_until && held.count > 0 && (
          <span className="block text-[13px] text-muted-foreground">
            {rich('The rail said that it is short; they are tried again {time}', {
              time: <Time at={float.short_until} />,
            })}
          </span>
        )}
      </Fact>
    </Facts>
  );
}

/** What was collected on a rail that pays nothing out, until it is at our bank. */
export function RailCollected({ rail, mayManage, onAct }: Omit<RailFloatProps, 'float'>) {
  return (
    <Facts className="content-start">
      <Fact name={t('Collected')}>
        {t('{amount}, not at our bank yet', { amount: money(rail.collected ?? '0.00') })}
        {mayManage && (
          <Actions>
            <BookingButton kind="withdraw_collected" rail={rail} onAct={onAct} />
          </Actions>
        )}
      </Fact>
    </Facts>
  );
}

/** Under a figure, in line with it. */
function Actions({ children }: { children: ReactNode }) {
  return <span className="mt-2 -ml-2.5 flex flex-wrap gap-y-3 pb-1">{children}</span>;
}

function BookingButton({
  kind,
  rail,
  onAct,
}: {
  kind: HouseBooking;
  rail: RailView;
  onAct(action: FloatAction): void;
}) {
  const { button, title } = bookings[kind];
  return (
    <Button
      size="small"
      variant="ghost"
      className="-my-1.5 text-primary"
      aria-label={title(rail.provider)}
      onClick={() => onAct({ kind, rail })}
    >
      {button()}
    </Button>
  );
}

function WalletFacts({ float: { wallet, tells } }: { float: RailFloatView }) {
  const isOff =
    wallet?.difference !== undefined && wallet.difference !== null && wallet.difference !== '0.00';
  return (
    <>
      <Fact name={t('Wallet')}>
        {wallet ? (
          rich('{amount}, as the rail said {time}', {
            amount: money(wallet.balance),
            time: <Time at={wallet.read_at} />,
          })
        ) : (
          <span className="text-muted-foreground">
            {tells ? t('The rail was not asked yet') : t('This wallet does not tell it: look there yourself')}
          </span>
        )}
      </Fact>
      <Fact name={t('Difference')}>
        {wallet?.difference ? (
          isOff ? (
            <>
              <State tone="failed">{difference(wallet.difference)}</State>
              {t(', which nothing under way explains')}
            </>
          ) : (
            t('None|a difference')
          )
        ) : (
          <span className="text-muted-foreground">{t('Cannot be known without the wallet')}</span>
        )}
      </Fact>
    </>
  );
}
