'use client';

import { type ReactNode, useId } from 'react';
import { useFault } from '../../ui/faults.ts';

interface ChoicesProps<Value extends string> {
  legend: string;
  name: string;
  value: Value | undefined;
  choices: readonly (readonly [Value, ReactNode])[];
  error?: string | undefined;
  onChoose(value: Value): void;
}

/** One of a few, each a sentence. */
export function Choices<Value extends string>({
  legend,
  name,
  value,
  choices,
  error,
  onChoose,
}: ChoicesProps<Value>) {
  const id = useId();
  const part = useFault<HTMLFieldSetElement>(error);
  return (
    <fieldset ref={part} aria-describedby={error && id} className="grid gap-2">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {choices.map(([each, meaning]) => (
        <label key={each} className="flex items-start gap-2.5">
          <input
            type="radio"
            name={name}
            value={each}
            required
            checked={value === each}
            onChange={() => onChoose(each)}
            data-invalid={error ? '' : undefined}
            className="mt-0.5 size-4 flex-none accent-primary"
          />
          <span>{meaning}</span>
        </label>
      ))}
      {error && (
        <p id={id} role="alert" className="text-[13px] text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}
