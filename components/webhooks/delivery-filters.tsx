'use client';

import { fromTimeField, toTimeField } from '#lib/browser/banjul-time';
import type { DeliveryFilters as Filters } from '#lib/browser/delivery-filters';
import { exactTime } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { ChoiceFilter, ClearAll, Filter, FilterBar, FilterForm, TextFilter } from '../ui/filters.tsx';
import { deliveryLabel, deliveryStatuses } from './states.tsx';

interface DeliveryFiltersProps {
  filters: Filters;
  endpoints: { id: string; url: string }[];
  onChange(changes: { [Name in keyof Filters]: string | undefined }): void;
  onClear(): void;
}

const timeNames = ['since', 'until'];

const labels: Record<string, () => string> = {
  status: later('State'),
  endpoint_id: later('Endpoint'),
  since: later('Since'),
  until: later('Until'),
  reference: later('Reference'),
  transaction_id: later('Transaction'),
  event_id: later('Event id'),
  cursor: later('The page'),
};

/** What a filter of the address is called on the screen. */
export const filterLabel = (name: string): string => labels[name]?.() ?? name;

export function DeliveryFilters({ filters, endpoints, onChange, onClear }: DeliveryFiltersProps) {
  const { cursor: _, ...set } = filters;
  return (
    <FilterBar filters={set}>
      <ChoiceFilter
        name="status"
        label={filterLabel('status')}
        value={filters.status}
        options={deliveryStatuses.map((each) => [each, deliveryLabel(each)])}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceFilter
        name="endpoint_id"
        label={filterLabel('endpoint_id')}
        value={filters.endpoint_id}
        options={endpoints.map(({ id, url }) => [id, url.replace(/^https?:\/\//, '')])}
        onChange={(endpoint_id) => onChange({ endpoint_id })}
      />
      <Filter
        names={timeNames}
        label={t('Time')}
        value={spanText(filters.since, filters.until)}
        onClear={() => onChange({ since: undefined, until: undefined })}
        className="w-80"
      >
        {(close) => <TimeForm filters={filters} onChange={onChange} close={close} />}
      </Filter>
      <TextFilter
        name="reference"
        label={filterLabel('reference')}
        hint={t('Your own reference of the payment, as a whole.')}
        value={filters.reference}
        onChange={(reference) => onChange({ reference })}
      />
      <TextFilter
        name="transaction_id"
        label={filterLabel('transaction_id')}
        hint={t('The transaction’s id.')}
        value={filters.transaction_id}
        onChange={(transaction_id) => onChange({ transaction_id })}
      />
      <TextFilter
        name="event_id"
        label={filterLabel('event_id')}
        hint={t('As in webhook-id; the same in every attempt and for every endpoint.')}
        value={filters.event_id}
        onChange={(event_id) => onChange({ event_id })}
      />
      {Object.keys(set).length > 0 && <ClearAll names={Object.keys(set)} onClear={onClear} />}
    </FilterBar>
  );
}

const HOUR_MS = 3_600_000;
const presets = [
  [later('Last hour'), HOUR_MS],
  [later('Last 24 hours'), 24 * HOUR_MS],
  [later('Last 7 days'), 7 * 24 * HOUR_MS],
] as const;

function TimeForm({
  filters,
  onChange,
  close,
}: Pick<DeliveryFiltersProps, 'filters' | 'onChange'> & { close(): void }) {
  return (
    <FilterForm
      names={timeNames}
      onApply={({ since, until }) => onChange({ since: fromTimeField(since), until: fromTimeField(until) })}
      close={close}
    >
      <div className="flex flex-wrap gap-1.5">
        {presets.map(([label, span]) => (
          <Button
            key={span}
            size="small"
            onClick={() => {
              const since = new Date(Math.floor((Date.now() - span) / 60_000) * 60_000).toISOString();
              onChange({ since, until: undefined });
              close();
            }}
          >
            {label()}
          </Button>
        ))}
      </div>
      <Field label={t('Since')} className="min-w-0">
        {(control) => (
          <Input
            {...control}
            className="min-w-0"
            type="datetime-local"
            name="since"
            defaultValue={toTimeField(filters.since)}
          />
        )}
      </Field>
      <Field label={t('Until')} className="min-w-0" hint={t('When the delivery was made, Banjul time.')}>
        {(control) => (
          <Input
            {...control}
            className="min-w-0"
            type="datetime-local"
            name="until"
            defaultValue={toTimeField(filters.until)}
          />
        )}
      </Field>
    </FilterForm>
  );
}

function spanText(since: string | undefined, until: string | undefined): string | undefined {
  const shown = (iso: string) => (Number.isNaN(Date.parse(iso)) ? iso : exactTime(iso).slice(0, -3));
  if (since && until) return `${shown(since)} – ${shown(until)}`;
  if (since) return t('since {time}', { time: shown(since) });
  return until && t('until {time}', { time: shown(until) });
}
