import type { ReactNode } from 'react';
import { findPageSession } from '#app/page-session';
import { AppFrame } from '#components/frame/app-frame';
import { Providers } from '#components/frame/providers';

const items = [
  ['/admin', 'Overview'],
  ['/admin/clients', 'Clients'],
  ['/admin/approvals', 'Approvals'],
  ['/admin/transactions', 'Transactions'],
  ['/admin/cases', 'Cases'],
  ['/admin/reconciliation', 'Reconciliation'],
  ['/admin/rails', 'Rails'],
  ['/admin/webhooks', 'Webhooks'],
  ['/admin/ledger', 'Ledger'],
  ['/admin/audit', 'Audit'],
  ['/admin/users', 'Users'],
].map(([href = '', label = '']) => ({ href, label }));

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const session = await findPageSession();
  // The page itself leads to the log-in page, and back to where it stands.
  if (session?.door !== 'admin') return children;
  return (
    <Providers>
      <AppFrame
        items={items}
        user={session.user}
        settingsHref="/admin/settings"
        logInHref="/admin/login"
        searchHref="/admin/transactions"
        searchLabel="Search transactions"
      >
        {children}
      </AppFrame>
    </Providers>
  );
}
