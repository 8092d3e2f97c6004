import type { Metadata } from 'next';
import { nextPath } from '#app/page-session';
import { LogInForm } from '#components/auth/log-in-form';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LogInPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  return <LogInForm door="client" title="Sign in" next={nextPath('client', (await searchParams).next)} />;
}
