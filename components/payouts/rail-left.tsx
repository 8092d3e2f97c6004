import { money } from '#lib/browser/format';

type Left = { left: string } | null;

/** What may still go out over a rail; a line for each limit. */
export function RailLeft({ day, month }: { day: Left; month: Left }) {
  if (day === null && month === null) return <span className="text-muted-foreground">No limit</span>;
  return (
    <>
      {day && <span className="block">{money(day.left)} today</span>}
      {month && <span className="block">{money(month.left)} this month</span>}
    </>
  );
}
