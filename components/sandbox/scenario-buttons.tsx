'use client';

import { refusal } from '#lib/browser/language/words';
import type { ScenarioLine } from '#lib/sandbox/list-scenarios';

interface ScenarioButtonsProps {
  scenarios: ScenarioLine[];
  disabled: boolean;
  onChoose: (scenario: string) => void;
}

/** The scenarios of a type by the names that the header has, each with what becomes of the payment. */
export function ScenarioButtons({ scenarios, disabled, onChoose }: ScenarioButtonsProps) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
      {scenarios.map(({ name, explanation }) => (
        <li key={name}>
          <button
            type="button"
            disabled={disabled}
            onClick={() => onChoose(name)}
            className="flex h-full w-full flex-col rounded-lg border p-3 text-left hover:bg-surface disabled:opacity-50"
          >
            <code className="font-mono text-[13px] font-semibold break-all">{name}</code>
            <span className="mt-1 block text-[13px] text-muted-foreground">{refusal(explanation)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
