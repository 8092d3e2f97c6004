'use client';

import { useState } from 'react';
import { amountSentence, isAmount, typedAmount } from '#lib/browser/amounts';
import { day, mobile, money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { periodLabel, periodLabels } from '#lib/browser/period-words';
import { railName } from '#lib/browser/rail-names';
import { type Filters, queryText } from '#lib/browser/transaction-filters';
import type { Status } from '#lib/transactions/transaction';
import type { SavedFilters as Saved } from '#lib/users/saved-filters';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { ChoiceFilter, ClearAll, Filter, FilterBar, FilterForm, TextFilter } from '../ui/filters.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { statusLabel, typeLabel } from './status.tsx';

interface FacetsProps {
  filters: Filters;
  providers: string[];
  /** Puts these in the place of what was; undefined takes a filter away. */
  onChange(changes: { [Name in keyof Filters]: string | undefined }): void;
}

interface FiltersProps extends FacetsProps {
  saved: Saved[];
  /** Shows what was saved, which takes the place of all filters. */
  onOpen(query: string): void;
}

type FormProps = Pick<FacetsProps, 'filters' | 'onChange'> & { close(): void };

const amountNames = ['amount_min', 'amount_max'] as const;
const dayNames = ['from', 'to', 'period'] as const;
const types = ['collection', 'payout', 'refund'] as const;
const statuses: Status[] = [
  'SUCCEEDED',
  'PENDING',
  'AWAITING_LIQUIDITY',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'REVERSED',
];

/** One small button a filter; an active one says what it is set to and can be taken away. */
export function TransactionFilters({ filters, providers, saved, onOpen, onChange }: FiltersProps) {
  const { q, amount_min, amount_max, reference } = filters;
  const isAny = Object.keys(filters).length > 0;
  return (
    <FilterBar filters={filters}>
      <SavedFilters initial={saved} query={queryText(filters)} onOpen={onOpen} />
      {q && <Filter names={['q']} label={t('Search')} value={q} onClear={() => onChange({ q: undefined })} />}
      <FacetFilters filters={filters} providers={providers} onChange={onChange} />
      <Filter
        names={amountNames}
        label={t('Amount')}
        value={spanText(amount_min && dalasi(amount_min), amount_max && dalasi(amount_max), amountSpan)}
        onClear={() => onChange({ amount_min: undefined, amount_max: undefined })}
      >
        {(close) => <AmountForm filters={filters} onChange={onChange} close={close} />}
      </Filter>
      <TextFilter
        name="reference"
        label={t('Reference')}
        hint={t('Your own reference, or how it begins.')}
        value={reference}
        onChange={(value) => onChange({ reference: value })}
      />
      <TextFilter
        name="mobile"
        label={t('Mobile')}
        hint={t('With or without +220.')}
        value={filters.mobile}
        shown={filters.mobile && mobile(filters.mobile)}
        inputMode="tel"
        onChange={(value) => onChange({ mobile: value })}
      />
      {isAny && (
        <ClearAll
          names={Object.keys(filters)}
          onClear={() => onChange(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))}
        />
      )}
    </FilterBar>
  );
}

/** What a client's list and the operators' are both narrowed by: status, type, rail and days. */
export function FacetFilters({ filters, providers, onChange }: FacetsProps) {
  const { type, status, provider, from, to, period } = filters;
  return (
    <>
      <ChoiceFilter
        name="status"
        label={t('Status')}
        value={status}
        isMany
        options={statuses.map((each) => [each, statusLabel(each)])}
        onChange={(value) => onChange({ status: value })}
      />
      <ChoiceFilter
        name="type"
        label={t('Type')}
        value={type}
        isMany
        options={types.map((each) => [each, typeLabel(each)])}
        onChange={(value) => onChange({ type: value })}
      />
      <ChoiceFilter
        name="provider"
        label={t('Provider')}
        value={provider}
        isMany
        options={providers.map((each) => [each, railName(each)])}
        onChange={(value) => onChange({ provider: value })}
      />
      <Filter
        names={dayNames}
        label={t('Date')}
        value={spanText(from && day(from), to && day(to), daySpan) ?? (period && periodLabel(period))}
        onClear={() => onChange({ from: undefined, to: undefined, period: undefined })}
      >
        {(close) => <DateForm filters={filters} onChange={onChange} close={close} />}
      </Filter>
    </>
  );
}

function DateForm({ filters, onChange, close }: FormProps) {
  const today = new Date().toISOString().slice(0, 10);
  const apply = ({ from, to }: Record<string, string | undefined>) =>
    onChange({ from, to, period: from || to ? undefined : filters.period });
  return (
    <FilterForm names={dayNames} onApply={apply} close={close}>
      <div className="grid grid-cols-2 gap-1.5">
        {Object.entries(periodLabels).map(([period, label]) => (
          <Button
            key={period}
            type="submit"
            name="period"
            value={period}
            size="small"
            aria-pressed={period === filters.period}
            onClick={(event) => {
              event.preventDefault();
              onChange({ from: undefined, to: undefined, period });
              close();
            }}
          >
            {label()}
          </Button>
        ))}
      </div>
      <Field label={t('From')}>
        {(control) => <Input {...control} type="date" name="from" max={today} defaultValue={filters.from} />}
      </Field>
      <Field label={t('To')} hint={t('The whole day, Banjul time.')}>
        {(control) => <Input {...control} type="date" name="to" max={today} defaultValue={filters.to} />}
      </Field>
    </FilterForm>
  );
}

/** An amount that cannot be read is said to be wrong here, and no filter is set. */
function AmountForm({ filters, onChange, close }: FormProps) {
  const [wrong, setWrong] = useState<string[]>([]);
  const apply = (values: Record<string, string | undefined>) => {
    const typed = amountNames.map((name) => [name, values[name] && typedAmount(values[name])] as const);
    const unread = typed.filter(([, amount]) => amount && !isAmount(amount)).map(([name]) => name);
    setWrong(unread);
    if (unread.length === 0) onChange(Object.fromEntries(typed));
    return unread.length === 0;
  };
  return (
    <FilterForm names={amountNames} onApply={apply} close={close}>
      {amountNames.map((name) => (
        <Field
          key={name}
          label={t(name === 'amount_min' ? 'At least' : 'At most')}
          hint={name === 'amount_min' && t('The same in both finds one exact amount.')}
          error={wrong.includes(name) ? amountSentence() : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name={name}
              defaultValue={filters[name]}
              inputMode="decimal"
              placeholder="0.00"
              autoComplete="off"
              className="tabular-nums"
            />
          )}
        </Field>
      ))}
    </FilterForm>
  );
}

/** What was typed, `150` or `150.5`, as an amount; what is no amount stays as it is. */
function dalasi(typed: string): string {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(typed);
  return parts ? money(`${parts[1]}.${(parts[2] ?? '').padEnd(2, '0')}`) : typed;
}

const daySpan = { least: later('since {value}'), most: later('until {value}') };
const amountSpan = { least: later('at least {value}'), most: later('at most {value}') };

function spanText(
  least: string | undefined,
  most: string | undefined,
  words: typeof daySpan,
): string | undefined {
  if (least && most) return least === most ? least : `${least} – ${most}`;
  if (least) return words.least({ value: least });
  return most && words.most({ value: most });
}
