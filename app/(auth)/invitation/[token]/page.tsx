import type { Metadata } from 'next';
import { InvitationForm } from '#components/auth/invitation-form';
import { findInvitation } from '#lib/auth/invitations';
import { t } from '#lib/browser/language/words';

export function generateMetadata(): Metadata {
  return { title: t('Choose a password'), referrer: 'no-referrer' };
}

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const user = await findInvitation(token, new Date());
  if (user === undefined) {
    return (
      <main>
        <h1 className="text-xl font-semibold tracking-tight">{t('This link is over')}</h1>
        <p className="mt-2 text-muted-foreground">
          {t(
            'It was used, replaced by a newer one, or is too old. Ask whoever made it for a new one, or have one sent to you.',
          )}
        </p>
      </main>
    );
  }
  return <InvitationForm token={token} name={user.name} email={user.email} />;
}
