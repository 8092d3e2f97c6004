'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { listUsers } from '#lib/users/list-users';
import { PageHeader } from '../frame/page-header.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import type { Side } from './roles.ts';
import type { TeamAction } from './team-action-dialog.tsx';
import { TeamTable } from './team-table.tsx';

const AddPersonDialog = onDemand(async () => (await import('./add-person-dialog.tsx')).default);
const TeamActionDialog = onDemand(async () => (await import('./team-action-dialog.tsx')).default);

export type Person = Awaited<ReturnType<typeof listUsers>>[number];

interface TeamPageProps {
  /** Of the verbs about these people: `/api/dashboard/team`, `/api/admin/users` or those of one client. */
  path: string;
  side: Side;
  title: string;
  /** The page that this one belongs to. */
  back?: { href: string; label: string };
  children: ReactNode;
  initial: Person[];
  /** Who looks: nobody changes their own role or access. */
  userId: string;
  mayManage: boolean;
  /** An operator looks at a client's people: links take another operator, and no role is given. */
  isOperators?: boolean;
}

/** The people who sign in for a client, or for the operators. */
export function TeamPage(props: TeamPageProps) {
  const { path, side, title, back, children, initial, userId, mayManage, isOperators = false } = props;
  const {
    data: people,
    error,
    refetch,
  } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Person[]>(path, { signal }),
    initialData: initial,
    refetchInterval: 15_000,
  });
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ action: TeamAction; person: Person }>();
  return (
    <>
      {back && (
        <p className="mb-2 text-[13px]">
          <Link href={back.href} className="text-muted-foreground hover:text-foreground">
            ← {back.label}
          </Link>
        </p>
      )}
      <PageHeader
        title={title}
        action={
          mayManage && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              {t('Add a person')}
            </Button>
          )
        }
      >
        {children}
      </PageHeader>
      {error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : people.length === 0 ? (
        <EmptyState title={t('Nobody yet')}>
          {t('Whoever is added gets a link with which to set a password.')}
        </EmptyState>
      ) : (
        <TeamTable
          people={people}
          userId={userId}
          mayManage={mayManage}
          onAct={(action, person) => setAsked({ action, person })}
        />
      )}
      {adding && (
        <AddPersonDialog
          path={path}
          side={side}
          isOperators={isOperators}
          onClose={() => setAdding(false)}
          onAdded={() => refetch()}
        />
      )}
      {asked && (
        <TeamActionDialog
          key={asked.action + asked.person.id}
          {...asked}
          path={path}
          side={side}
          isOperators={isOperators}
          onClose={() => setAsked(undefined)}
          onDone={() => refetch()}
        />
      )}
    </>
  );
}
