'use client';

import { Check, Plus, X } from 'lucide-react';
import { createContext, type FormEvent, type ReactNode, useContext } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Field, Input } from './field.tsx';
import { Popover } from './popover.tsx';

/**
 * What the address has now, where a filter changes it: then each filter is a plain form, which works before the page's script
 * has come. What its fields set anew is not kept beside them.
 */
const Kept = createContext<Readonly<Record<string, string | undefined>> | undefined>(undefined);

function KeptFields({ without }: { without: readonly string[] }) {
  const kept = Object.entries(useContext(Kept) ?? {});
  return kept.map(
    ([name, value]) =>
      value && !without.includes(name) && <input key={name} type="hidden" name={name} value={value} />,
  );
}

/** A form of one button each: the script does what it does, and the browser by itself leads there. */
function PlainForm({ names, children }: { names: readonly string[]; children: ReactNode }) {
  return (
    <form className="contents" onSubmit={(event) => event.preventDefault()}>
      <KeptFields without={names} />
      {children}
    </form>
  );
}

/** All filters of a list; each works as a plain form as well. */
export function FilterBar({
  filters,
  children,
}: {
  filters: Record<string, string | undefined>;
  children: ReactNode;
}) {
  return (
    <Kept value={filters}>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('Filters')}</legend>
        {children}
      </fieldset>
    </Kept>
  );
}

/** Takes away those with these names. */
export function ClearAll({ names, onClear }: { names: readonly string[]; onClear(): void }) {
  return (
    <PlainForm names={names}>
      <Button type="submit" variant="ghost" size="small" onClick={onClear}>
        {t('Clear all')}
      </Button>
    </PlainForm>
  );
}

interface FilterProps {
  /** Of its fields, as the address has them. */
  names: readonly string[];
  label: string;
  /** What it is set to, as it is shown; undefined while it is off. */
  value: string | undefined;
  onClear(): void;
  /** Of the panel. */
  className?: string;
  /** The panel; a filter without one is set elsewhere and can only be taken away here. */
  children?: (close: () => void) => ReactNode;
}

/** One small button a filter; an active one says what it is set to and can be taken away. */
export function Filter({ names, label, value, onClear, className, children }: FilterProps) {
  const isOn = value !== undefined;
  const shown = isOn && <span className="max-w-48 truncate font-semibold text-primary">{value}</span>;
  return (
    <span className={cn('control inline-flex items-center rounded-full', !isOn && 'border-dashed')}>
      {children ? (
        <Popover
          label={label}
          {...(className && { className })}
          trigger={
            <button
              type="button"
              className={cn(
                'flex h-8 items-center gap-1.5 rounded-full px-3 text-[13px] whitespace-nowrap hover:bg-surface',
                isOn && 'pr-1.5',
              )}
            >
              {!isOn && <Plus aria-hidden="true" className="size-3.5 text-muted-foreground" />}
              <span className={cn(!isOn && 'text-muted-foreground')}>{label}</span>
              {shown}
            </button>
          }
        >
          {children}
        </Popover>
      ) : (
        <span className="flex h-8 items-center gap-1.5 pr-1.5 pl-3 text-[13px] whitespace-nowrap">
          {label} {shown}
        </span>
      )}
      {isOn && (
        <PlainForm names={names}>
          <button
            type="submit"
            onClick={onClear}
            aria-label={t('Remove the filter {name}', { name: label })}
            className="mr-1 flex size-6 items-center justify-center rounded-full text-muted-foreground hover:bg-surface hover:text-foreground"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </PlainForm>
      )}
    </span>
  );
}

interface ChoiceFilterProps {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  /** Any number of them, which the value has with commas between; the panel then stays. */
  isMany?: boolean;
  onChange(value: string | undefined): void;
}

export function ChoiceFilter({ name: field, label, value, options, isMany, onChange }: ChoiceFilterProps) {
  const chosen = value?.split(',') ?? [];
  const names = chosen.map((each) => options.find((option) => option[0] === each)?.[1] ?? each);
  const [first = '', second] = names;
  const some = { count: names.length, all: options.length };
  const either = second === undefined ? first : t('{first} or {second}', { first, second });
  const shown = names.length > 2 ? t('{count} of {all}', some) : either;
  const toggle = (option: string) => {
    const others = isMany ? chosen.filter((each) => each !== option) : [];
    return [...others, ...(chosen.includes(option) ? [] : [option])].join(',') || undefined;
  };
  return (
    <Filter names={[field]} label={label} value={shown || undefined} onClear={() => onChange(undefined)}>
      {(close) => (
        <PlainForm names={[field]}>
          <ul className="-m-3 grid">
            {options.map(([option, name]) => (
              <li key={option} className="min-w-0">
                <button
                  type="submit"
                  name={field}
                  value={toggle(option) ?? ''}
                  aria-pressed={chosen.includes(option)}
                  onClick={() => {
                    onChange(toggle(option));
                    if (!isMany) close();
                  }}
                  className="flex h-8 w-full items-center justify-between gap-2 rounded px-2 text-left hover:bg-surface"
                >
                  <span className="truncate" title={name}>
                    {name}
                  </span>
                  {chosen.includes(option) && (
                    <Check aria-hidden="true" className="size-4 flex-none text-primary" />
                  )}
                </button>
              </li>
            ))}
          </ul>
        </PlainForm>
      )}
    </Filter>
  );
}

interface TextFilterProps {
  name: string;
  label: string;
  hint: string;
  value: string | undefined;
  /** How the value is shown, where not as it is. */
  shown?: string | undefined;
  inputMode?: 'tel';
  onChange(value: string | undefined): void;
}

export function TextFilter({
  name,
  label,
  hint,
  value,
  shown = value,
  inputMode,
  onChange,
}: TextFilterProps) {
  return (
    <Filter names={[name]} label={label} value={shown} onClear={() => onChange(undefined)}>
      {(close) => (
        <FilterForm names={[name]} onApply={(values) => onChange(values[name])} close={close}>
          <Field label={label} hint={hint}>
            {(control) => (
              <Input
                {...control}
                name={name}
                defaultValue={value}
                maxLength={255}
                autoComplete="off"
                {...(inputMode && { inputMode })}
              />
            )}
          </Field>
        </FilterForm>
      )}
    </Filter>
  );
}

interface FilterFormProps {
  /** Of its fields, as the address has them. */
  names: readonly string[];
  /** False: something is wrong, and the fields stay. */
  onApply(values: Record<string, string | undefined>): unknown;
  close(): void;
  children: ReactNode;
}

/** Fields that take effect together; an empty one takes its filter away. */
export function FilterForm({ names, onApply, close, children }: FilterFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value).trim() || undefined,
    ]);
    if (onApply(Object.fromEntries(values)) !== false) close();
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <KeptFields without={names} />
      {children}
      <Button type="submit" variant="primary" size="small">
        {t('Apply')}
      </Button>
    </form>
  );
}
