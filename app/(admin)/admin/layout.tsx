import type { ReactNode } from 'react';
import { requireLayout } from '#app/page-session';
import { AppFrame } from '#components/frame/app-frame';
import { Providers } from '#components/frame/providers';
import { Notice } from '#components/ui/notice';
import { mayDo } from '#lib/auth/roles';
import { currentLanguage, later, t } from '#lib/browser/language/words';
import { listRailFaces } from '#lib/rails/rail-faces';

const all = [
  { href: '/admin', label: later('Overview') },
  { href: '/admin/clients', label: later('Clients') },
  { href: '/admin/applications', label: later('Applications') },
  { href: '/admin/approvals', label: later('Approvals') },
  { href: '/admin/transactions', label: later('Transactions') },
  { href: '/admin/cases', label: later('Cases') },
  { href: '/admin/reconciliation', label: later('Reconciliation') },
  { href: '/admin/settlements', label: later('Settlements') },
  { href: '/admin/money', label: later('Where the money is') },
  { href: '/admin/rails', label: later('Rails') },
  { href: '/admin/webhooks', label: later('Webhooks') },
  { href: '/admin/ledger', label: later('Ledger') },
  { href: '/admin/accounts', label: later('Accounts') },
  { href: '/admin/audit', label: later('Audit') },
  { href: '/admin/health', label: later('Health') },
  { href: '/admin/users', label: later('Users') },
  { href: '/admin/outbox', label: later('Outbox') },
];

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const session = await requireLayout('admin');
  const maySee = session.isConfirmed && mayDo(session.user.role, 'applications.review');
  const items = all
    .filter(({ href }) => maySee || href !== '/admin/applications')
    .map(({ href, label }) => ({ href, label: label() }));
  return (
    <Providers area="admin" language={currentLanguage()} servedAt={Date.now()} rails={await listRailFaces()}>
      <AppFrame
        items={items}
        user={session.user}
        twoFactor={session.twoFactor}
        settingsHref="/admin/settings"
        logInHref="/admin/login"
        searchHref="/admin/transactions"
        searchLabel={t('Search transactions')}
      >
        {!session.isConfirmed && session.user.role === 'admin' && (
          <Notice kind="warning" className="mb-6">
            {t(
              'No other operator has confirmed you yet: you see everything and change nothing. Ask one to do so, under Approvals.',
            )}
          </Notice>
        )}
        {children}
      </AppFrame>
    </Providers>
  );
}
