import type { ReactNode } from 'react';
import { readEnvironment, requireLayout } from '#app/page-session';
import { AppFrame } from '#components/frame/app-frame';
import { EnvironmentSwitch, SandboxStrip } from '#components/frame/environment-switch';
import { Providers } from '#components/frame/providers';
import { listRailFaces } from '#lib/rails/rail-faces';

interface LayoutProps {
  params: Promise<{ environment: string }>;
  children: ReactNode;
}

export default async function DashboardLayout({ params, children }: LayoutProps) {
  const { environment, home } = readEnvironment((await params).environment);
  const session = await requireLayout('client');
  const isSandbox = environment === 'SANDBOX';
  const sections = [
    ['', 'Overview'],
    ['/transactions', 'Transactions'],
    ['/statement', 'Statement'],
    ['/collect', 'Collect'],
    ['/payouts', 'Payouts'],
    ['/recipients', 'Recipients'],
    ['/webhooks', 'Webhooks'],
    ['/keys', 'API keys'],
    ...(isSandbox ? [['/sandbox-tools', 'Sandbox tools']] : []),
    ['/team', 'Team'],
    ['/activity', 'Activity'],
  ];
  return (
    <Providers servedAt={Date.now()} rails={await listRailFaces()}>
      <div data-environment={isSandbox ? 'sandbox' : 'live'}>
        <AppFrame
          items={sections.map(([path, label]) => ({ href: `${home}${path}`, label: label ?? '' }))}
          user={session.user}
          twoFactor={session.twoFactor}
          settingsHref={`${home}/settings`}
          logInHref="/login"
          searchHref={`${home}/transactions`}
          searchLabel="Search transactions"
          top={<EnvironmentSwitch current={isSandbox ? 'sandbox' : 'live'} />}
          strip={isSandbox && <SandboxStrip />}
        >
          {children}
        </AppFrame>
      </div>
    </Providers>
  );
}
