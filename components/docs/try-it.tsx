'use client';

import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button';
import { CodeBlock } from '#components/ui/code';
import { Field, Input, Select, Textarea } from '#components/ui/field';

interface TryItProps {
  method: string;
  path: string;
  headers: Record<string, string>;
  scenarios: readonly string[];
  body: string;
}

interface Answered {
  status: number;
  milliseconds: number;
  text: string;
}

const kept = 'kaira-docs-test-key';
const SCENARIO = 'X-Gw-Scenario';

/** Makes the request to this very gateway with a test key, which stays in the tab. A live key is not sent. */
export function TryIt({
  method,
  path,
  headers: { [SCENARIO]: named = '', ...headers },
  scenarios,
  body,
}: TryItProps) {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState('');
  const [to, setTo] = useState(path);
  const [scenario, setScenario] = useState(named);
  const [text, setText] = useState(body);
  const [answered, setAnswered] = useState<Answered>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (isOpen) setKey((before) => before || (sessionStorage.getItem(kept) ?? ''));
  }, [isOpen]);

  const isTestKey = key === '' || key.trim().startsWith('sk_test_');
  const submit = async () => {
    setBusy(true);
    setFault(undefined);
    const beganAt = performance.now();
    try {
      const response = await fetch(to, {
        method,
        headers: {
          authorization: `Bearer ${key.trim()}`,
          ...headers,
          ...(scenario !== '' && { [SCENARIO]: scenario }),
          ...(text !== '' && { 'content-type': 'application/json' }),
        },
        ...(text !== '' && { body: text }),
      });
      const milliseconds = Math.round(performance.now() - beganAt);
      setAnswered({ status: response.status, milliseconds, text: inLines(await response.text()) });
      sessionStorage.setItem(kept, key.trim());
    } catch {
      setFault('No answer came: check that this page’s server is still there.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <details
      className="no-script-hidden rounded-lg border"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer px-3.5 py-2 font-semibold">Try it</summary>
      {isOpen && (
        <form
          className="grid gap-4 border-t px-3.5 py-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Field
            label="Test key"
            hint="Kept in this tab until you close it."
            error={isTestKey ? undefined : 'Only a key that begins with sk_test_ can be used here.'}
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="off"
                required
                placeholder="sk_test_…"
                value={key}
                onChange={(event) => setKey(event.target.value)}
                className="font-mono"
              />
            )}
          </Field>
          <Field label={method}>
            {(control) => (
              <Input
                {...control}
                required
                pattern="/api/.*"
                value={to}
                onChange={(event) => setTo(event.target.value)}
                className="font-mono text-[13px]"
              />
            )}
          </Field>
          {scenarios.length > 0 && (
            <Field label="Scenario" hint="What becomes of it: the header X-Gw-Scenario." className="max-w-xs">
              {(control) => (
                <Select {...control} value={scenario} onChange={(event) => setScenario(event.target.value)}>
                  <option value="">None: the amount decides</option>
                  {[...new Set([...scenarios, ...(named ? [named] : [])])].map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {body !== '' && (
            <Field label="Body">
              {(control) => (
                <Textarea
                  {...control}
                  rows={Math.min(12, text.split('\n').length)}
                  value={text}
                  spellCheck={false}
                  onChange={(event) => setText(event.target.value)}
                  className="font-mono text-[13px]"
                />
              )}
            </Field>
          )}
          <div className="flex items-center gap-3">
            <Button type="submit" variant="primary" busy={busy} disabled={!isTestKey}>
              Send
            </Button>
            <p role="status" className="text-muted-foreground">
              {fault ?? (answered && `${answered.status} in ${answered.milliseconds} ms`)}
            </p>
          </div>
          {answered && <CodeBlock label="Answer" text={answered.text} />}
        </form>
      )}
    </details>
  );
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
