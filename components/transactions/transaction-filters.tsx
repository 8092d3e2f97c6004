'use client';

import { Check, Plus, X } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { day, mobile, money } from '#lib/browser/format';
import type { Filters } from '#lib/browser/transaction-filters';
import type { Status } from '#lib/transactions/transaction';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Field, Input } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import { statusLabel, typeLabel } from './status.tsx';

interface FiltersProps {
  filters: Filters;
  providers: string[];
  /** Puts these in the place of what was; undefined takes a filter away. */
  onChange(changes: { [Name in keyof Filters]: string | undefined }): void;
}

const types = ['collection', 'payout'] as const;
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
export function TransactionFilters({ filters, providers, onChange }: FiltersProps) {
  const { q, type, status, provider, from, to, amount_min, amount_max, reference } = filters;
  const isAny = Object.keys(filters).length > 0;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filters</legend>
      {q && <Pill label="Search" value={q} onClear={() => onChange({ q: undefined })} />}
      <ChoicePill
        label="Status"
        value={status}
        options={statuses.map((each) => [each, statusLabel(each)])}
        onChange={(value) => onChange({ status: value })}
      />
      <ChoicePill
        label="Type"
        value={type}
        options={types.map((each) => [each, typeLabel(each)])}
        onChange={(value) => onChange({ type: value })}
      />
      <ChoicePill
        label="Rail"
        value={provider}
        options={providers.map((each) => [each, each])}
        onChange={(value) => onChange({ provider: value })}
      />
      <Pill
        label="Date"
        value={spanText(from && day(from), to && day(to), 'since', 'until')}
        onClear={() => onChange({ from: undefined, to: undefined })}
      >
        {(close) => <DateForm filters={filters} onChange={onChange} close={close} />}
      </Pill>
      <Pill
        label="Amount"
        value={spanText(
          amount_min && dalasi(amount_min),
          amount_max && dalasi(amount_max),
          'at least',
          'at most',
        )}
        onClear={() => onChange({ amount_min: undefined, amount_max: undefined })}
      >
        {(close) => (
          <FilterForm
            onApply={(values) => onChange({ amount_min: values.amount_min, amount_max: values.amount_max })}
            close={close}
          >
            <Field label="At least" hint="The same in both finds one exact amount.">
              {(control) => <AmountInput {...control} name="amount_min" defaultValue={amount_min} />}
            </Field>
            <Field label="At most">
              {(control) => <AmountInput {...control} name="amount_max" defaultValue={amount_max} />}
            </Field>
          </FilterForm>
        )}
      </Pill>
      <TextPill
        label="Reference"
        hint="Your own reference, or how it begins."
        value={reference}
        onChange={(value) => onChange({ reference: value })}
      />
      <TextPill
        label="Mobile"
        hint="With or without +220."
        value={filters.mobile}
        shown={filters.mobile && mobile(filters.mobile)}
        inputMode="tel"
        onChange={(value) => onChange({ mobile: value })}
      />
      {isAny && (
        <Button
          variant="ghost"
          size="small"
          onClick={() => onChange(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))}
        >
          Clear all
        </Button>
      )}
    </fieldset>
  );
}

interface PillProps {
  label: string;
  value: string | undefined;
  onClear(): void;
  children?: (close: () => void) => ReactNode;
}

function Pill({ label, value, onClear, children }: PillProps) {
  const face = (
    <button
      type="button"
      className={cn(
        'flex h-8 items-center gap-1.5 rounded-full px-3 text-[13px] whitespace-nowrap hover:bg-surface',
        value && 'pr-1.5',
      )}
    >
      {value === undefined && <Plus aria-hidden="true" className="size-3.5 text-muted-foreground" />}
      <span className={cn(value === undefined ? 'text-muted-foreground' : undefined)}>{label}</span>
      {value !== undefined && <span className="max-w-48 truncate font-semibold text-primary">{value}</span>}
    </button>
  );
  return (
    <span
      className={cn('inline-flex items-center rounded-full border', value === undefined && 'border-dashed')}
    >
      {children ? (
        <Popover trigger={face} label={label}>
          {children}
        </Popover>
      ) : (
        <span className="flex h-8 items-center gap-1.5 pr-1.5 pl-3 text-[13px] whitespace-nowrap">
          {label} <span className="max-w-48 truncate font-semibold text-primary">{value}</span>
        </span>
      )}
      {value !== undefined && (
        <button
          type="button"
          onClick={onClear}
          aria-label={`Remove the filter ${label}`}
          className="mr-1 flex size-6 items-center justify-center rounded-full text-muted-foreground hover:bg-surface hover:text-foreground"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: [value: string, label: string][];
  onChange(value: string | undefined): void;
}

function ChoicePill({ label, value, options, onChange }: ChoiceProps) {
  const shown = value && (options.find((option) => option[0] === value)?.[1] ?? value);
  return (
    <Pill label={label} value={shown || undefined} onClear={() => onChange(undefined)}>
      {(close) => (
        <ul className="-m-3 grid">
          {options.map(([option, name]) => (
            <li key={option}>
              <button
                type="button"
                aria-pressed={option === value}
                onClick={() => {
                  onChange(option === value ? undefined : option);
                  close();
                }}
                className="flex h-8 w-full items-center justify-between rounded px-2 text-left hover:bg-surface"
              >
                {name}
                {option === value && <Check aria-hidden="true" className="size-4 text-primary" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Pill>
  );
}

interface TextProps {
  label: string;
  hint: string;
  value: string | undefined;
  shown?: string | undefined;
  inputMode?: 'tel';
  onChange(value: string | undefined): void;
}

function TextPill({ label, hint, value, shown = value, inputMode, onChange }: TextProps) {
  return (
    <Pill label={label} value={shown} onClear={() => onChange(undefined)}>
      {(close) => (
        <FilterForm onApply={(values) => onChange(values.value)} close={close}>
          <Field label={label} hint={hint}>
            {(control) => (
              <Input
                {...control}
                name="value"
                defaultValue={value}
                maxLength={255}
                autoComplete="off"
                {...(inputMode && { inputMode })}
              />
            )}
          </Field>
        </FilterForm>
      )}
    </Pill>
  );
}

function DateForm({ filters, onChange, close }: Omit<FiltersProps, 'providers'> & { close(): void }) {
  const today = new Date().toISOString().slice(0, 10);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const presets = [
    ['Today', today],
    ['Last 7 days', daysAgo(6)],
    ['Last 30 days', daysAgo(29)],
  ] as const;
  return (
    <FilterForm onApply={(values) => onChange({ from: values.from, to: values.to })} close={close}>
      <div className="flex flex-wrap gap-1.5">
        {presets.map(([label, since]) => (
          <Button
            key={label}
            size="small"
            onClick={() => {
              onChange({ from: since, to: undefined });
              close();
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <Field label="From">
        {(control) => <Input {...control} type="date" name="from" max={today} defaultValue={filters.from} />}
      </Field>
      <Field label="To" hint="The whole day, Banjul time.">
        {(control) => <Input {...control} type="date" name="to" max={today} defaultValue={filters.to} />}
      </Field>
    </FilterForm>
  );
}

/** Fields that take effect together; an empty one takes its filter away. */
function FilterForm({
  onApply,
  close,
  children,
}: {
  onApply(values: Record<string, string | undefined>): void;
  close(): void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value).trim() || undefined,
    ]);
    onApply(Object.fromEntries(values));
    close();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {children}
      <Button type="submit" variant="primary" size="small">
        Apply
      </Button>
    </form>
  );
}

function AmountInput(props: { id: string; name: string; defaultValue: string | undefined }) {
  return (
    <Input
      {...props}
      inputMode="decimal"
      pattern="[0-9]{1,9}([.][0-9]{1,2})?"
      title="An amount in dalasi, such as 150 or 150.50"
      placeholder="0.00"
      autoComplete="off"
      className="tabular-nums"
    />
  );
}

/** What was typed, `150` or `150.5`, as an amount; what is no amount stays as it is. */
function dalasi(typed: string): string {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(typed);
  return parts ? money(`${parts[1]}.${(parts[2] ?? '').padEnd(2, '0')}`) : typed;
}

function spanText(
  least: string | undefined,
  most: string | undefined,
  sinceWord: string,
  untilWord: string,
): string | undefined {
  if (least && most) return least === most ? least : `${least} – ${most}`;
  if (least) return `${sinceWord} ${least}`;
  return most && `${untilWord} ${most}`;
}
