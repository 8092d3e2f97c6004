'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, type Page } from '#lib/browser/api';
import { money, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { LinkCollection } from '#lib/payment-links/list-link-collections';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import { PageHeader } from '../frame/page-header.tsx';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Figure } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { LinkCollections } from './link-collections.tsx';
import { LinkState, linkMeaning } from './link-state.tsx';
import { linkAmount, paymentCount } from './link-words.ts';
import { ShareLink } from './share-link.tsx';

const SwitchOffDialog = onDemand(async () => (await import('./switch-off-dialog.tsx')).SwitchOffDialog);

interface LinkPageProps {
  place: Place;
  initial: PresentedLink;
  collections: Page<LinkCollection>;
  code: ReactNode;
  mayManage: boolean;
}

const REFRESH_MS = 5_000;

/** One link: how it stands, how it gets to payers, and what it brought in. */
export function LinkPage({ place, initial, collections, code, mayManage }: LinkPageProps) {
  const path = `/api/dashboard/payment-links/${initial.id}`;
  const query = { environment: place.environment };
  const { data: link } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<PresentedLink>(path, { query, signal }),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  const isOn = link.status === 'ACTIVE';
  return (
    <>
      <PageHeader
        title={link.title}
        action={
          mayManage &&
          link.status !== 'COMPLETED' &&
          link.status !== 'EXPIRED' && <SwitchButton path={path} query={query} isOn={isOn} />
        }
      >
        <LinkState status={link.status} /> – {linkMeaning(link)}
      </PageHeader>
      <div className="mb-6 grid grid-cols-2 gap-3">
        <Figure name={t('Brought in')}>{money(link.collected_gmd)}</Figure>
        <Figure name={t('Payments')} hint={t('{opened} begun', { opened: whole(link.payments.opened) })}>
          {paymentCount(link)}
        </Figure>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* On a phone the way to payers stands first. */}
        <div className="order-2 grid grid-cols-1 gap-8 lg:order-1">
          <LinkCollections place={place} link={link} initial={collections} />
          <LinkFacts link={link} />
        </div>
        <div className="order-1 lg:order-2">
          <ShareLink link={link} code={code} />
        </div>
      </div>
    </>
  );
}

function LinkFacts({ link }: { link: PresentedLink }) {
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="mb-3 font-semibold">
        {t('About it')}
      </h2>
      <Facts isFramed>
        <Fact name={t('Amount')}>{linkAmount(link)}</Fact>
        {link.description && <Fact name={t('More about it')}>{link.description}</Fact>}
        <Fact name={t('Ends')}>{link.expires_at ? <Time at={link.expires_at} /> : t('Never by itself')}</Fact>
        <Fact name={t('Wallets')}>
          {link.providers === null
            ? t('All that you can use')
            : link.providers.map((each, index) => (
                <span key={each}>
                  {index > 0 && ', '}
                  <RailName of={each} />
                </span>
              ))}
        </Fact>
        {link.fields.length > 0 && (
          <Fact name={t('Asks for')}>{link.fields.map(({ label }) => label).join(', ')}</Fact>
        )}
        {link.client_reference && (
          <Fact name={t('Reference')}>
            <Copyable value={link.client_reference} />
          </Fact>
        )}
        <Fact name={t('Id')}>
          <Copyable value={link.id} />
        </Fact>
        <Fact name={t('Made')}>
          <Time at={link.created_at} />
        </Fact>
      </Facts>
    </section>
  );
}

interface SwitchButtonProps {
  path: string;
  query: { environment: Place['environment'] };
  isOn: boolean;
}

function SwitchButton({ path, query, isOn }: SwitchButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const show = (after: PresentedLink) => {
    queries.setQueryData([path, query], after);
    void queries.invalidateQueries({ queryKey: ['/api/dashboard/payment-links'] });
    toast.success(after.status === 'INACTIVE' ? t('The link is switched off.') : t('The link is on again.'));
  };
  const on = useMutation({
    mutationFn: () => call<PresentedLink>(path, { method: 'PATCH', body: { status: 'ACTIVE' }, query }),
    onSuccess: show,
    onError: (error) => toast.error(error.message),
  });
  return isOn ? (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('Switch off')}
      </Button>
      {isAsking && (
        <SwitchOffDialog path={path} query={query} onClose={() => setAsking(false)} onDone={show} />
      )}
    </>
  ) : (
    <Button busy={on.isPending} onClick={() => on.mutate()}>
      {t('Switch on')}
    </Button>
  );
}
