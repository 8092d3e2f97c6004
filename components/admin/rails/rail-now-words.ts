import { later, t } from '#lib/browser/language/words';
import type { DirectionNow, RailNow } from '#lib/rails/rail-now';

const healths: Record<NonNullable<DirectionNow['status']>, () => string> = {
  OPERATIONAL: later('on and healthy'),
  DELAYED: later('on, but delayed'),
  CLOSED: later('on, but closed'),
};

/** Whether a rail is connected, on and healthy, in one line. Directions that do alike are said together. */
export function railNowWords({ reached, directions }: Pick<RailNow, 'reached' | 'directions'>): string {
  if (reached === 'unusable') return t('Cannot be used: set it anew');
  if (reached === 'none') return notConnected(directions);
  const [first] = directions;
  const state = first && stateOf(first);
  if (state && directions.every((each) => stateOf(each) === state)) {
    return t(reached === 'connected' ? 'Connected, {state}' : 'Simulated, {state}', { state });
  }
  const states = directions.map((each) =>
    t(each.direction === 'collection' ? 'collections {state}' : 'payouts {state}', { state: stateOf(each) }),
  );
  return t(reached === 'connected' ? 'Connected: {states}' : 'Simulated: {states}', {
    states: states.join('; '),
  });
}

function notConnected(directions: readonly DirectionNow[]): string {
  const off = directions.filter(({ isOff }) => isOff);
  if (off.length === 0) return t('Not connected');
  if (off.length > 1) return t('Not connected, and switched off for collections and payouts');
  return off[0]?.direction === 'collection'
    ? t('Not connected, and switched off for collections')
    : t('Not connected, and switched off for payouts');
}

function stateOf({ isOff, status, isOverruled }: DirectionNow): string {
  if (isOff) return t('switched off|of a rail');
  if (status === null) return t('on|of a rail');
  return isOverruled ? t('{state} by an operator’s word', { state: healths[status]() }) : healths[status]();
}
