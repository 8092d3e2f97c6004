import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';

type Left = { left: string } | null;

/** What may still go out over a rail; a line for each limit. */
export function RailLeft({ day, month }: { day: Left; month: Left }) {
  if (day === null && month === null) return <span className="text-muted-foreground">{t('No limit')}</span>;
  return (
    <>
      {day && <span className="block">{t('{left} today', { left: money(day.left) })}</span>}
      {month && <span className="block">{t('{left} this month', { left: money(month.left) })}</span>}
    </>
  );
}
