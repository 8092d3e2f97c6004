import { difference, money, whole } from '#lib/browser/format';
import type { RailFloatView, RailView } from '#lib/rails/list-rails';
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
  const button = (kind: HouseBooking) =>
    mayManage && <BookingButton kind={kind} rail={rail} onAct={onAct} key={kind} />;
  return (
    <Facts className="content-start">
      <Fact name="Float">
        <span className="flex flex-wrap items-center gap-x-1 gap-y-1">
          <span className="mr-2">{money(float.balance)}</span>
          {button('top_up')}
          {button('withdraw')}
          {button('transfer')}
        </span>
      </Fact>
      <Fact name="In flight">{money(float.in_flight)}, which payouts under way will take</Fact>
      <Fact name="Collected">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {money(float.collected)}
            {float.collections_cover !== null && ', which lies in the same wallet'}
          </span>
          {float.collections_cover !== null && button('collections')}
        </span>
      </Fact>
      {float.collections_cover !== null && (
        <Fact name="Collected money pays payouts">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <State tone={float.collections_cover ? 'succeeded' : 'ended'}>
              {float.collections_cover ? 'On' : 'Off'}
            </State>
            {mayManage && (
              <Button
                size="small"
                variant="ghost"
                className="-my-1.5 text-primary"
                aria-label={`${float.collections_cover ? 'Switch off' : 'Switch on'}: collected money of ${rail.provider} pays payouts`}
                onClick={() => onAct({ kind: 'cover', rail })}
              >
                {float.collections_cover ? 'Switch off…' : 'Switch on…'}
              </Button>
            )}
          </span>
        </Fact>
      )}
      <WalletFacts float={float} />
      <Fact name="Held payouts">
        {held.count === 0 ? 'None' : `${whole(held.count)}, ${money(held.amount)}`}
        {float.short_until && held.count > 0 && (
          <span className="block text-[13px] text-muted-foreground">
            The rail said that it is short; they are tried again <Time at={float.short_until} />
          </span>
        )}
      </Fact>
    </Facts>
  );
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
      {button}
    </Button>
  );
}

function WalletFacts({ float: { wallet, tells } }: { float: RailFloatView }) {
  const isOff =
    wallet?.difference !== undefined && wallet.difference !== null && wallet.difference !== '0.00';
  return (
    <>
      <Fact name="Wallet">
        {wallet ? (
          <>
            {money(wallet.balance)}, as the rail said <Time at={wallet.read_at} />
          </>
        ) : (
          <span className="text-muted-foreground">
            {tells ? 'The rail was not asked yet' : 'The rail does not tell it, or is not connected'}
          </span>
        )}
      </Fact>
      <Fact name="Difference">
        {wallet?.difference ? (
          isOff ? (
            <>
              <State tone="failed">{difference(wallet.difference)}</State>, which nothing under way explains
            </>
          ) : (
            'None'
          )
        ) : (
          <span className="text-muted-foreground">Cannot be known without the wallet</span>
        )}
      </Fact>
    </>
  );
}
