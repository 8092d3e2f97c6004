import type { Metadata } from 'next';
import { leaveLogInPage, nextPath, whySignedOut } from '#app/page-session';
import { LogInForm } from '#components/auth/log-in-form';

export const metadata: Metadata = { title: 'Sign in as operator' };

export default async function AdminLogInPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = nextPath('admin', (await searchParams).next);
  await leaveLogInPage('admin', next);
  return <LogInForm door="admin" title="Sign in as operator" next={next} notice={await whySignedOut()} />;
}
