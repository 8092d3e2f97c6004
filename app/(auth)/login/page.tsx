import type { Metadata } from 'next';
import { leaveLogInPage, nextPath, whySignedOut } from '#app/page-session';
import { LogInForm } from '#components/auth/log-in-form';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LogInPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = nextPath('client', (await searchParams).next);
  await leaveLogInPage('client', next);
  return <LogInForm door="client" title="Sign in" next={next} notice={await whySignedOut()} />;
}
