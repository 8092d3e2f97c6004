import type { Metadata } from 'next';
import { orNotFound, requireAdminPage } from '#app/admin-page';
import { CasePage } from '#components/admin/cases/case-page';
import { getCase } from '#lib/cases/get-case';

export const metadata: Metadata = { title: 'Case' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { session, may } = await requireAdminPage(`/admin/cases/${id}`);
  return (
    <CasePage
      initial={await orNotFound(getCase(id))}
      userId={session.user.id}
      maySettle={may('cases.settle')}
    />
  );
}
