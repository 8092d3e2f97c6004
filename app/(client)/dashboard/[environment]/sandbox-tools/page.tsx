import { notFound } from 'next/navigation';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';
import { MagicAmounts } from '#components/sandbox/magic-amounts';
import { OpenCheckouts } from '#components/sandbox/open-checkouts';
import { SandboxClock } from '#components/sandbox/sandbox-clock';
import { SandboxFloats } from '#components/sandbox/sandbox-floats';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { listRecentCollections } from '#lib/collections/list-recent-collections';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { listRailStatus } from '#lib/rails/rail-status';
import { listScenarios } from '#lib/sandbox/list-scenarios';
import { listMagicAmounts } from '#lib/sandbox/magic-amounts';

export function generateMetadata() {
  return { title: t('Sandbox tools') };
}

export default async function SandboxToolsPage({ params }: { params: Promise<{ environment: string }> }) {
  const { session, environment, home, ctx } = await requireDashboardPage(params, '/sandbox-tools');
  if (environment !== 'SANDBOX') notFound();
  const [found, open, rails] = await Promise.all([
    getPayoutDesk(ctx),
    listRecentCollections(ctx, { onlyOpen: true }),
    listRailStatus(ctx),
  ]);
  const desk = presentPayoutDesk(found);
  const { role } = session.user;
  const place = { environment, home };
  return (
    <>
      <PageHeader title={t('Sandbox tools')}>
        {t('Everything that a provider or a customer would do, at the press of a button.')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        <section>
          <h2 className="text-base font-semibold">{t('Balances at providers')}</h2>
          <p className="mb-3 text-muted-foreground">
            {t(
              'Payouts draw on the balance at their provider. What it cannot cover is held, and leaves in order when you fund it.',
            )}
          </p>
          <SandboxFloats
            place={place}
            initial={desk}
            mayFund={mayDo(role, 'sandbox.fund')}
            mayPay={mayDo(role, 'payouts.create')}
          />
        </section>
        <section>
          <h2 className="text-base font-semibold">{t('Clock')}</h2>
          <p className="mb-3 text-muted-foreground">
            {t(
              'Let time pass in your sandbox: checkouts expire, held payouts go, webhooks are repeated. What happens is dated now.',
            )}
          </p>
          <SandboxClock place={place} mayMove={mayDo(role, 'sandbox.fund')} />
        </section>
        <section>
          <h2 className="text-base font-semibold">{t('Magic amounts and scenarios')}</h2>
          <p className="mb-3 text-muted-foreground">
            {t('Each forces an outcome, the same on every provider. Press one and watch.')}
          </p>
          <MagicAmounts
            place={place}
            amounts={listMagicAmounts()}
            scenarios={listScenarios()}
            providers={rails.map((rail) => rail.provider)}
            initialDesk={desk}
            mayCollect={mayDo(role, 'collections.create')}
            mayPay={mayDo(role, 'payouts.create')}
          />
        </section>
        <section>
          <h2 className="mb-3 text-base font-semibold">{t('Open checkouts')}</h2>
          <OpenCheckouts place={place} initial={open.map((each) => presentOwnCollection(each))} />
        </section>
      </div>
    </>
  );
}
