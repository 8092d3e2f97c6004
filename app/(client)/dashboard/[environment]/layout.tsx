import { FileText, House, List, QrCode, SendHorizontal, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { readEnvironment, requireLayout } from '#app/page-session';
import { AppFrame } from '#components/frame/app-frame';
import { EnvironmentSwitch, SandboxStrip } from '#components/frame/environment-switch';
import { OfflineWorker } from '#components/frame/offline-worker';
import { Providers } from '#components/frame/providers';
import { RefusalNotice } from '#components/frame/refusal-notice';
import { WaitingBadge } from '#components/payment-approvals/waiting-badge';
import { mayDo } from '#lib/auth/roles';
import type { Session } from '#lib/auth/sessions';
import { currentLanguage, t } from '#lib/browser/language/words';
import { findRefusal } from '#lib/clients/get-attention';
import type { Environment } from '#lib/context';
import { listPayments } from '#lib/payment-approvals/list-payments';
import { listRailFaces } from '#lib/rails/rail-faces';

interface LayoutProps {
  params: Promise<{ environment: string }>;
  children: ReactNode;
}

export default async function DashboardLayout({ params, children }: LayoutProps) {
  const { environment, home } = readEnvironment((await params).environment);
  const session = await requireLayout('client');
  const [badge, refusal] = await Promise.all([
    waitingBadge(session, environment),
    session.client ? findRefusal(session.client.id) : null,
  ]);
  const isSandbox = environment === 'SANDBOX';
  const mayRead = mayDo(session.user.role, 'business.read');
  const all: [path: string, label: string, group?: string][] = [
    ['', t('Home')],
    ['/transactions', t('Transactions')],
    ['/statement', t('Statement')],
    ['/collect', t('Charge'), t('Get paid')],
    ['/till', t('Till')],
    ['/links', t('Links')],
    ['/requests', t('Requests')],
    ['/customers', t('Customers')],
    ['/payouts', t('Payouts'), t('Pay|to pay out')],
    ['/recipients', t('Recipients')],
    ['/settlements', t('Settlements')],
    ['/team', t('Team'), t('Business')],
    ...(mayDo(session.user.role, 'application.manage')
      ? ([['/application', t('Papers')]] as [string, string][])
      : []),
    ['/activity', t('Activity')],
    ['/webhooks', t('Webhooks'), t('Developers')],
    ['/keys', t('API keys')],
    ...(isSandbox ? ([['/sandbox-tools', t('Sandbox tools')]] as [string, string][]) : []),
  ];
  // A cashier has the till, and the requests that they made.
  const sections = mayRead ? all : all.filter(([path]) => path === '/till' || path === '/requests');
  return (
    <Providers area="client" language={currentLanguage()} servedAt={Date.now()} rails={await listRailFaces()}>
      <OfflineWorker />
      <div data-environment={isSandbox ? 'sandbox' : 'live'}>
        <AppFrame
          business={session.client?.name}
          bar={
            mayRead
              ? [
                  { href: home, label: t('Home'), icon: <House aria-hidden="true" /> },
                  { href: `${home}/collect`, label: t('Charge'), icon: <QrCode aria-hidden="true" /> },
                  {
                    href: `${home}/payouts`,
                    label: t('Pay|to pay out'),
                    icon: <SendHorizontal aria-hidden="true" />,
                  },
                  {
                    href: `${home}/transactions`,
                    label: t('Transactions'),
                    icon: <List aria-hidden="true" />,
                  },
                ]
              : [
                  { href: `${home}/till`, label: t('Till'), icon: <Store aria-hidden="true" /> },
                  { href: `${home}/requests`, label: t('Requests'), icon: <FileText aria-hidden="true" /> },
                ]
          }
          items={sections.map(([path, label, group]) => ({
            href: `${home}${path}`,
            label,
            group,
            ...(path === '/payouts' && { badge }),
          }))}
          user={session.user}
          twoFactor={session.twoFactor}
          settingsHref={`${home}/settings`}
          logInHref="/login"
          searchHref={mayRead ? `${home}/transactions` : undefined}
          searchLabel={t('Search transactions')}
          searchHint={t('Name, number or reference')}
          suggests={mayRead ? { environment, home } : undefined}
          top={<EnvironmentSwitch current={isSandbox ? 'sandbox' : 'live'} />}
          strip={isSandbox && <SandboxStrip />}
        >
          <RefusalNotice refusal={refusal} />
          {children}
        </AppFrame>
      </div>
    </Providers>
  );
}

/** Only for who may decide: the others need not be asked. */
async function waitingBadge({ client, user }: Session, environment: Environment): Promise<ReactNode> {
  if (client === undefined || !mayDo(user.role, 'payouts.decide')) return null;
  const initial = await listPayments({ client, environment, user });
  return <WaitingBadge environment={environment} initial={initial} userId={user.id} />;
}
