'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { isAtMost, plus } from '#lib/browser/amounts';
import { ApiError, call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { later, refusal, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import type { ScenarioLine } from '#lib/sandbox/list-scenarios';
import type { MagicAmount } from '#lib/sandbox/magic-amounts';
import type { Place } from '../payments/environment.ts';
import type { Payout } from '../payouts/recent-payouts.tsx';
import { useDesk } from '../payouts/use-desk.ts';
import { RailName } from '../rails/rail-name.tsx';
import { isOpen, TransactionState } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Select } from '../ui/field.tsx';
import { State, type Tone } from '../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { ScenarioButtons } from './scenario-buttons.tsx';

/** Numbers in a range of their own: nobody is paid in the sandbox, whatever they are. */
const CUSTOMER = '+2207000001';
const SMALL_PAYOUT = '1.00';
/** No magic amount, which would win over a scenario. */
const SOME_AMOUNT = '150.00';
/** What a scenario still has to say after an end is said by then. */
const FOLLOWED_MS = 30_000;
/** A long label fits a phone. */
const wrapping = 'h-auto min-h-9 py-1.5 whitespace-normal';

interface MagicAmountsProps {
  place: Place;
  amounts: MagicAmount[];
  scenarios: { collections: ScenarioLine[]; payouts: ScenarioLine[] };
  providers: string[];
  initialDesk: PresentedDesk;
  mayCollect: boolean;
  mayPay: boolean;
}

/** What a button asks for. */
interface Asked {
  amount: string;
  scenario?: string | undefined;
}

/** One thing that a button set off. */
type Try = Asked & { id: string; at: string } & (
    | { kind: 'collection'; answer: OwnCollection }
    | { kind: 'payout'; answer: Payout }
    | { kind: 'refused'; error: string }
  );

const headersOf = ({ scenario }: Asked) => (scenario ? { 'X-Gw-Scenario': scenario } : {});

/** The amounts that force an outcome, as buttons; what each sets off is shown below as it happens. */
export function MagicAmounts(props: MagicAmountsProps) {
  const { place, amounts, scenarios, providers, initialDesk, mayCollect, mayPay } = props;
  const { data: desk } = useDesk(place, initialDesk);
  const client = useQueryClient();
  const [provider, setProvider] = useState(providers[0] ?? '');
  const [tries, setTries] = useState<Try[]>([]);
  const query = { environment: place.environment };
  const add = (what: Try) => {
    setTries((all) => [what, ...all].slice(0, 12));
    client.invalidateQueries({ queryKey: ['open-checkouts'] });
    client.invalidateQueries({ queryKey: ['payout-desk'] });
  };
  const base = () => ({ id: crypto.randomUUID(), at: new Date().toISOString() });
  const refused = (error: Error, asked: Asked) =>
    add({
      ...base(),
      ...asked,
      kind: 'refused',
      error:
        error instanceof ApiError && error.status > 0
          ? t('The request was answered with {status} {code}.', { status: error.status, code: error.code })
          : error.message,
    });

  const collect = useMutation({
    mutationFn: (asked: Asked) =>
      call<OwnCollection>('/api/dashboard/collections', {
        method: 'POST',
        query,
        headers: headersOf(asked),
        body: {
          amount: asked.amount,
          currency: 'GMD',
          client_reference: `TRY-${asked.scenario ?? asked.amount.replace('.00', '')}-${crypto.randomUUID().slice(0, 8)}`,
          customer_mobile: CUSTOMER,
          provider,
        },
      }),
    onSuccess: (answer, asked) => add({ ...base(), ...asked, kind: 'collection', answer }),
    onError: refused,
  });
  const pay = useMutation({
    mutationFn: (asked: Asked) =>
      call<Payout>('/api/dashboard/payouts', {
        method: 'POST',
        query,
        headers: headersOf(asked),
        body: {
          amount: asked.amount,
          currency: 'GMD',
          client_reference: `TRY-PAYOUT-${crypto.randomUUID().slice(0, 8)}`,
          recipient_mobile: CUSTOMER,
          provider: rail?.provider,
        },
      }),
    onSuccess: (answer, asked) => add({ ...base(), ...asked, kind: 'payout', answer }),
    onError: refused,
  });
  const rail = desk.rails.find((each) => each.provider === provider) ?? desk.rails[0];

  return (
    <div className="grid grid-cols-1 gap-5">
      <Field label={t('Provider')} className="w-56">
        {(control) => (
          <Select {...control} value={provider} onChange={(event) => setProvider(event.target.value)}>
            {providers.map((each) => (
              <option key={each} value={each}>
                {railName(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <h3 className="mb-2 font-semibold">{t('Collect')}</h3>
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
          {amounts.map((magic) => (
            <li key={magic.amount}>
              <button
                type="button"
                disabled={!mayCollect || collect.isPending}
                onClick={() => collect.mutate({ amount: magic.amount })}
                className="flex h-full w-full flex-col rounded-lg border p-3 text-left hover:bg-surface disabled:opacity-50"
              >
                <span className="flex w-full items-baseline justify-between gap-2">
                  <span className="font-semibold tabular-nums">{money(magic.amount)}</span>
                  <Outcome outcome={magic.outcome} />
                </span>
                <span className="mt-1 block text-[13px] text-muted-foreground">
                  {refusal(magic.explanation)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="mb-2 font-semibold">{t('Pay out')}</h3>
        <p className="mb-2 text-muted-foreground">
          {t('The recipient decides nothing here; the balance at {provider} does, which is {balance}.', {
            provider: rail ? railName(rail.provider) : t('the wallet'),
            balance: money(rail?.float ?? '0.00'),
          })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            className={wrapping}
            disabled={!mayPay}
            busy={pay.isPending}
            onClick={() => pay.mutate({ amount: SMALL_PAYOUT })}
          >
            {isAtMost(SMALL_PAYOUT, rail?.float ?? '0.00')
              ? t('{amount}: within the balance there', { amount: money(SMALL_PAYOUT) })
              : t('{amount}: more than there is', { amount: money(SMALL_PAYOUT) })}
          </Button>
          <Button
            className={wrapping}
            disabled={!mayPay || !rail?.float}
            busy={pay.isPending}
            onClick={() => rail?.float && pay.mutate({ amount: plus(rail.float, SMALL_PAYOUT) })}
          >
            {t('{amount}: more than there is, so held', {
              amount: rail?.float ? money(plus(rail.float, SMALL_PAYOUT)) : '',
            })}
          </Button>
        </div>
      </div>
      <div>
        <h3 className="mb-2 font-semibold">{t('Collect by scenario')}</h3>
        <p className="mb-2 text-muted-foreground">
          {t('What the header X-Gw-Scenario does with any other amount; here with {amount}.', {
            amount: money(SOME_AMOUNT),
          })}
        </p>
        <ScenarioButtons
          scenarios={scenarios.collections}
          disabled={!mayCollect || collect.isPending}
          onChoose={(scenario) => collect.mutate({ amount: SOME_AMOUNT, scenario })}
        />
      </div>
      <div>
        <h3 className="mb-2 font-semibold">{t('Pay out by scenario')}</h3>
        <p className="mb-2 text-muted-foreground">
          {t('{amount} of your balance; that balance decides nothing.', {
            amount: money(SMALL_PAYOUT),
          })}
        </p>
        <ScenarioButtons
          scenarios={scenarios.payouts}
          disabled={!mayPay || pay.isPending}
          onChoose={(scenario) => pay.mutate({ amount: SMALL_PAYOUT, scenario })}
        />
      </div>
      {tries.length > 0 && <Tries place={place} tries={tries} />}
    </div>
  );
}

function Tries({ place, tries }: { place: Place; tries: Try[] }) {
  return (
    <section aria-live="polite">
      <h3 className="mb-2 font-semibold">{t('What happened')}</h3>
      <Table label={t('What happened')}>
        <thead>
          <tr>
            <Th>{t('What')}</Th>
            <Th className={numeric}>{t('Amount')}</Th>
            <Th>{t('Status')}</Th>
            <Th>{t('Provider')}</Th>
            <Th>{t('When')}</Th>
            <Th className="w-full">{t('Note')}</Th>
          </tr>
        </thead>
        <tbody>
          {tries.map((what) => (
            <TryRow key={what.id} place={place} what={what} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Follows its transaction until that is final. */
function TryRow({ place, what }: { place: Place; what: Try }) {
  const { data } = useQuery({
    queryKey: ['try', what.id],
    queryFn: ({ signal }) => {
      const kind = what.kind === 'payout' ? 'payouts' : 'collections';
      const id = what.kind === 'refused' ? '' : what.answer.transaction_id;
      return call<OwnCollection | Payout>(`/api/dashboard/${kind}/${id}`, {
        query: { environment: place.environment },
        signal,
      });
    },
    enabled: what.kind !== 'refused',
    ...(what.kind !== 'refused' && { initialData: what.answer }),
    refetchInterval: ({ state }) => {
      const mayChange = what.scenario !== undefined && Date.now() - Date.parse(what.at) < FOLLOWED_MS;
      return !state.data || isOpen(state.data.status) || mayChange ? 700 : false;
    },
  });
  return (
    <Tr>
      <Td>
        {data ? (
          <Link
            prefetch={false}
            href={
              what.kind === 'collection'
                ? `${place.home}/collect/${data.transaction_id}`
                : `${place.home}/transactions/${data.transaction_id}`
            }
            className="font-semibold after:absolute after:inset-0"
          >
            {data.client_reference}
          </Link>
        ) : (
          t('Nothing was stored')
        )}
      </Td>
      <Td className={numeric}>{money(what.amount)}</Td>
      <Td>
        {data ? <TransactionState status={data.status} /> : <State tone="failed">{t('Refused')}</State>}
      </Td>
      <Td>{data && <RailName of={data.provider} />}</Td>
      <Td className="text-muted-foreground">
        <Time at={what.at} />
      </Td>
      <Td className="min-w-56 py-1.5 whitespace-normal text-muted-foreground">
        {what.kind === 'refused' ? what.error : refusal(data?.failure?.message ?? '')}
      </Td>
    </Tr>
  );
}

const outcomes: Record<string, { tone: Tone; word: () => string }> = {
  '500': { tone: 'failed', word: () => 'HTTP 500' },
  SUCCEEDED: { tone: 'succeeded', word: later('Succeeded') },
  PENDING: { tone: 'pending', word: later('Pending') },
  FAILED: { tone: 'failed', word: later('Failed') },
  EXPIRED: { tone: 'ended', word: later('Expired') },
  CANCELLED: { tone: 'ended', word: later('Cancelled') },
};

function Outcome({ outcome }: { outcome: string }) {
  const { tone, word } = outcomes[outcome] ?? { tone: 'ended', word: () => outcome };
  return <State tone={tone}>{word()}</State>;
}
