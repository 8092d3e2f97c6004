import type { ReactNode } from 'react';
import { requireLayout } from '#app/page-session';
import { AppFrame } from '#components/frame/app-frame';
import { Providers } from '#components/frame/providers';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { currentLanguage } from '#lib/browser/language/words';
import { listRailFaces } from '#lib/rails/rail-faces';

const all = [
  ['/admin', 'Overview'],
  ['/admin/clients', 'Clients'],
  ['/admin/applications', 'Applications'],
  ['/admin/approvals', 'Approvals'],
  ['/admin/transactions', 'Transactions'],
  ['/admin/cases', 'Cases'],
  ['/admin/reconciliation', 'Reconciliation'],
  ['/admin/settlements', 'Settlements'],
  ['/admin/money', 'Where the money is'],
  ['/admin/rails', 'Rails'],
  ['/admin/webhooks', 'Webhooks'],
  ['/admin/ledger', 'Ledger'],
  ['/admin/accounts', 'Accounts'],
  ['/admin/audit', 'Audit'],
  ['/admin/health', 'Health'],
  ['/admin/users', 'Users'],
  ['/admin/outbox', 'Outbox'],
].map(([href = '', label = '']) => ({ href, label }));

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const session = await requireLayout('admin');
  const maySee = session.isConfirmed && mayDo(session.user.role, 'applications.review');
  const items = maySee ? all : all.filter(({ href }) => href !== '/admin/applications');
  return (
    <Providers area="admin" language={currentLanguage()} servedAt={Date.now()} rails={await listRailFaces()}>
      <AppFrame
        items={items}
        user={session.user}
        twoFactor={session.twoFactor}
        settingsHref="/admin/settings"
        logInHref="/admin/login"
        searchHref="/admin/transactions"
        searchLabel="Search transactions"
      >
        {!session.isConfirmed && session.user.role === 'admin' && (
          <Notice kind="warning" className="mb-6">
            No other operator has confirmed you yet: you see everything and change nothing. Ask one to do so,
            under Approvals.
          </Notice>
        )}
        {children}
      </AppFrame>
    </Providers>
  );
}
