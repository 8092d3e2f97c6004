import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { Button } from '../../ui/button.tsx';
import { type ChosenRail, directionName, environmentName } from './rail-name.tsx';

interface ChangeRailButtonProps {
  chosen: ChosenRail;
  onChange(chosen: ChosenRail): void;
}

/** To the switch and the bounds of a rail, in one environment and direction. */
export function ChangeRailButton({ chosen, onChange }: ChangeRailButtonProps) {
  const { provider, setting } = chosen;
  return (
    <Button
      size="small"
      variant="ghost"
      aria-label={t('Change {rail}, {environment}, {direction}', {
        rail: railName(provider),
        environment: environmentName(setting),
        direction: directionName(setting).toLowerCase(),
      })}
      onClick={() => onChange(chosen)}
    >
      {t('Change…')}
    </Button>
  );
}
