'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { callApi, type Page } from '#lib/browser/api';
import { mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRecipient } from '#lib/recipients/recipient';
import type { Place } from '../payments/environment.ts';
import { cn } from '../ui/cn.ts';
import { Field, Input } from '../ui/field.tsx';

const SHOWN = 8;

interface RecipientFieldProps {
  place: Place;
  chosen: PresentedRecipient | undefined;
  /** The only number that it can be. */
  fixed?: string | null | undefined;
  /** What stands there at first, to be changed. */
  number?: string | undefined;
  error: string | undefined;
  onChoose(recipient: PresentedRecipient | undefined): void;
}

/** Takes a number, or one of the saved recipients by a part of the name or the number. The text is kept by the page itself. */
export function RecipientField({ fixed, ...props }: RecipientFieldProps) {
  if (fixed == null) return <ChosenRecipient {...props} />;
  return (
    <Field label={t('Name or mobile number')} hint={t('The customer who paid')} error={props.error}>
      {(control) => <Input {...control} name="recipient_mobile" defaultValue={fixed} readOnly />}
    </Field>
  );
}

function ChosenRecipient({ place, chosen, number, error, onChoose }: Omit<RecipientFieldProps, 'fixed'>) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(-1);
  const q = text?.trim() ?? '';
  const { data: found = [] } = useQuery({
    queryKey: ['recipients', place.environment, q],
    queryFn: async ({ signal }) => {
      const query = { environment: place.environment, limit: String(SHOWN), ...(q && { q }) };
      return (await callApi<Page<PresentedRecipient>>('/api/dashboard/recipients', { query, signal })).data;
    },
    enabled: text !== undefined && chosen === undefined,
    placeholderData: keepPreviousData,
  });
  const isOpen = text !== undefined && chosen === undefined && found.length > 0;
  const close = () => {
    setText(undefined);
    setActive(-1);
  };
  const choose = (recipient: PresentedRecipient) => {
    if (input.current) input.current.value = textOf(recipient);
    onChoose(recipient);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (text === undefined) setText(chosen ? '' : (input.current?.value ?? ''));
      else setActive((active + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && isOpen && found[active]) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  return (
    <Field
      label={t('Name or mobile number')}
      hint={chosen ? t('A saved recipient') : t('A saved name, or 7 or 9 digits, with or without +220')}
      error={error}
    >
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            ref={input}
            name="recipient_mobile"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
            defaultValue={chosen ? textOf(chosen) : number}
            autoComplete="off"
            placeholder={t('Awa, or +2207012345')}
            required
            onInput={(event) => {
              onChoose(undefined);
              setActive(-1);
              setText(event.currentTarget.value);
            }}
            onKeyDown={press}
            onBlur={close}
          />
          <input type="hidden" name="recipient_id" value={chosen?.id ?? ''} />
          <div
            id={listId}
            role="listbox"
            aria-label={t('Saved recipients')}
            hidden={!isOpen}
            className="absolute inset-x-0 top-full z-10 mt-1 max-h-72 overflow-y-auto rounded-md border bg-background py-1 shadow-md"
          >
            {isOpen &&
              found.map((recipient, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus.
                <div
                  key={recipient.id}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={cn(
                    'flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-3 py-1.5 hover:bg-surface',
                    index === active && 'bg-surface',
                  )}
                  // Before the input loses the focus, which closes the list.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(recipient)}
                >
                  <span className="min-w-0 break-words">{recipient.name}</span>
                  <span className="text-muted-foreground tabular-nums">{mobile(recipient.mobile)}</span>
                </div>
              ))}
          </div>
        </div>
      )}
    </Field>
  );
}

function textOf(recipient: PresentedRecipient): string {
  return `${recipient.name}, ${mobile(recipient.mobile)}`;
}
