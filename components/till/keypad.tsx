'use client';

import { Delete } from 'lucide-react';
import { useEffect } from 'react';
import { hasDecimalComma } from '#lib/browser/format';
import { pressed } from '#lib/browser/keypad';
import { t } from '#lib/browser/language/words';
import { cn } from '../ui/cn.ts';

interface KeypadProps {
  text: string;
  /** There is something above it as well. */
  isLow?: boolean;
  onChange(text: string): void;
  onEnter(): void;
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', '<'];

const point = () => (hasDecimalComma() ? ',' : '.');

/** For a thumb. A keyboard types the same. */
export function Keypad({ text, isLow, onChange, onEnter }: KeypadProps) {
  useEffect(() => {
    const type = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter') return onEnter();
      const key = event.key === 'Backspace' ? '<' : event.key === ',' ? '.' : event.key;
      if (keys.includes(key)) onChange(pressed(text, key));
    };
    document.addEventListener('keydown', type);
    return () => document.removeEventListener('keydown', type);
  }, [text, onChange, onEnter]);
  return (
    <fieldset aria-label={t('Keypad')} className="grid grid-cols-3 gap-2">
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={key === '<' ? t('Take the last digit back') : key === '.' ? t('Point') : undefined}
          className={cn(
            'flex items-center justify-center rounded-lg border bg-background text-2xl font-semibold tabular-nums select-none touch-manipulation active:bg-surface hover:bg-surface',
            isLow ? 'h-12' : 'h-16',
          )}
          onClick={() => onChange(pressed(text, key))}
        >
          {key === '<' ? <Delete aria-hidden="true" /> : key === '.' ? point() : key}
        </button>
      ))}
    </fieldset>
  );
}
