'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import type { PresentedTillItems } from '#lib/till/till-items';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Input } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { itemsKey, saveTillItems } from './till-items.ts';

interface ItemsDialogProps {
  place: Place;
  initial: PresentedTillItems;
  onClose(): void;
}

interface Row {
  /** Of the row on the screen, so that moving it keeps what was typed. */
  key: number;
  id: string | null;
  name: string;
  price: string;
  isOn: boolean;
}

const MOST_ITEMS = 40;

/** The list of what the till sells, changed as a whole. */
export function ItemsDialog({ place, initial, onClose }: ItemsDialogProps) {
  const client = useQueryClient();
  const [rows, setRows] = useState<Row[]>(() =>
    initial.items.length === 0
      ? [emptyRow(0)]
      : initial.items.map(({ is_on, ...item }, key) => ({ ...item, key, isOn: is_on })),
  );
  const save = useMutation({
    mutationFn: () =>
      saveTillItems(place, { version: initial.version, items: rows.filter(isFilled).map(toItem) }),
    onSuccess: (saved) => {
      client.setQueryData(itemsKey(place.environment), saved);
      onClose();
    },
    onError: () => void client.invalidateQueries({ queryKey: itemsKey(place.environment) }),
  });
  const faults = faultsOf(save.error);
  const put = (key: number, facts: Partial<Row>) =>
    setRows((was) => was.map((row) => (row.key === key ? { ...row, ...facts } : row)));
  return (
    <FormDialog
      title={t('Items of the till')}
      description={t(
        'Whoever sells taps them. A new price holds from the next sale on; what was sold keeps its own.',
      )}
      action={t('Save')}
      busy={save.isPending}
      fault={faults.form}
      error={save.error}
      onSend={() => save.mutate()}
      onClose={onClose}
    >
      <ol className="grid gap-3">
        {rows.map((row, at) => (
          <ItemRow
            key={row.key}
            row={row}
            name={row.name.trim() || t('item {number}', { number: at + 1 })}
            fault={faults[`items.${sentAt(rows, at)}.name`] ?? faults[`items.${sentAt(rows, at)}.price`]}
            onChange={(facts) => put(row.key, facts)}
            onMove={(by) => setRows((was) => moved(was, at, by))}
            onDrop={() => setRows((was) => was.filter((each) => each.key !== row.key))}
          />
        ))}
      </ol>
      {rows.length < MOST_ITEMS && (
        <Button
          className="h-11 justify-self-start"
          onClick={() => setRows((was) => [...was, emptyRow(Math.max(-1, ...was.map(({ key }) => key)) + 1)])}
        >
          {t('Add an item')}
        </Button>
      )}
    </FormDialog>
  );
}

interface ItemRowProps {
  row: Row;
  name: string;
  fault: string | undefined;
  onChange(facts: Partial<Row>): void;
  onMove(by: 1 | -1): void;
  onDrop(): void;
}

function ItemRow({ row, name, fault, onChange, onMove, onDrop }: ItemRowProps) {
  return (
    <li className="grid gap-2 rounded-md border p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
        <Input
          aria-label={t('Name of {name}', { name })}
          value={row.name}
          maxLength={40}
          placeholder={t('Domoda')}
          autoComplete="off"
          className="h-11"
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Input
          aria-label={t('Price of {name} in GMD', { name })}
          value={row.price}
          inputMode="decimal"
          placeholder="75.00"
          autoComplete="off"
          className="h-11 tabular-nums"
          onChange={(event) => onChange({ price: event.target.value })}
        />
      </div>
      {fault && (
        <p role="alert" className="text-[13px] text-failed">
          {fault}
        </p>
      )}
      <div className="flex items-center gap-1">
        <Checkbox
          className="flex-1 py-3"
          label={t('On the till')}
          aria-label={t('{name} on the till', { name })}
          checked={row.isOn}
          onChange={(event) => onChange({ isOn: event.target.checked })}
        />
        <Button
          variant="ghost"
          size="icon"
          className="size-11"
          aria-label={t('Move {name} up', { name })}
          onClick={() => onMove(-1)}
        >
          <ArrowUp />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="size-11"
          aria-label={t('Move {name} down', { name })}
          onClick={() => onMove(1)}
        >
          <ArrowDown />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="size-11"
          aria-label={t('Take {name} away', { name })}
          onClick={onDrop}
        >
          <X />
        </Button>
      </div>
    </li>
  );
}

const emptyRow = (key: number): Row => ({ key, id: null, name: '', price: '', isOn: true });

const isFilled = ({ name, price }: Row): boolean => name.trim() !== '' || price.trim() !== '';

/** Where a row stands in what is sent, by which its faults are named. */
const sentAt = (rows: Row[], at: number): number => rows.slice(0, at).filter(isFilled).length;

function toItem({ id, name, price, isOn }: Row) {
  return {
    id,
    name: name.trim().replaceAll(/\s+/g, ' ').normalize('NFC'),
    price: typedAmount(price.trim()),
    is_on: isOn,
  };
}

function moved(rows: Row[], at: number, by: 1 | -1): Row[] {
  const [row, other] = [rows[at], rows[at + by]];
  if (row === undefined || other === undefined) return rows;
  return rows.with(at, other).with(at + by, row);
}
