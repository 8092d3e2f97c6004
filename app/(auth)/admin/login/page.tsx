import type { Metadata } from 'next';
import { nextPath } from '#app/page-session';
import { LogInForm } from '#components/auth/log-in-form';

export const metadata: Metadata = { title: 'Sign in as operator' };

export default async function AdminLogInPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  return (
    <LogInForm door="admin" title="Sign in as operator" next={nextPath('admin', (await searchParams).next)} />
  );
}
