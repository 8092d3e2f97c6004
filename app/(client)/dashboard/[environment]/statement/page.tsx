import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { StatementPage } from '#components/statement/statement-page';
import { t } from '#lib/browser/language/words';
import { banjulDay } from '#lib/clock';
import { showStatement } from '#lib/ledger/show-statement';

export function generateMetadata(): Metadata {
  return { title: t('Statement') };
}

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[]>>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const asked = await searchParams;
  const today = banjulDay(new Date());
  const { from = `${today.slice(0, 7)}-01`, to = today } = asked;
  const period = { from: String(from), to: String(to) };
  const path = Object.keys(asked).length > 0 ? `/statement?${new URLSearchParams(period)}` : '/statement';
  const { ctx, environment, home } = await requireDashboardPage(params, path);
  const shown = await showStatement(ctx, period);
  return <StatementPage {...{ environment, home, today, period, shown }} />;
}
