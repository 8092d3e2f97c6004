import type { Metadata } from 'next';
import { InvitationForm } from '#components/auth/invitation-form';
import { findInvitation } from '#lib/auth/invitations';

export const metadata: Metadata = { title: 'Choose a password', referrer: 'no-referrer' };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const user = await findInvitation(token, new Date());
  if (user === undefined) {
    return (
      <main>
        <h1 className="text-xl font-semibold tracking-tight">This invitation is over</h1>
        <p className="mt-2 text-muted-foreground">
          It was used, replaced by a newer one, or is older than three days. Ask the person who sent it for a
          new one.
        </p>
      </main>
    );
  }
  return <InvitationForm token={token} name={user.name} email={user.email} />;
}
