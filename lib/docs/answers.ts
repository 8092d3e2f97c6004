import { readFileSync } from 'node:fs';
import { examples } from '#lib/docs/examples';
import type { Example } from '#lib/docs/examples/example';
import type { SnippetRequest } from '#lib/docs/snippets';

/** What the product answered to each example and sent to its receiver; e2e/api/docs-examples.test.ts writes it. */
export interface Recorded {
  answers: Record<string, { status: number; body: unknown }>;
  /** By event and reference. */
  webhooks: Record<string, unknown>;
}

export const RECORDED_FILE = 'docs/examples.json';
let recorded: Recorded | undefined;

export function readRecorded(): Recorded {
  recorded ??= JSON.parse(readFileSync(RECORDED_FILE, 'utf8')) as Recorded;
  return recorded;
}

/** Throws for a name that no example has: a page that asks for it must not be shown without it. */
export function findExample(name: string): Example {
  const found = examples.find((each) => each.name === name);
  if (!found) throw new Error(`No example is called ${name}`);
  return found;
}

/** Of the successful examples of an operation the first, if there is one. */
export function exampleOf(route: string): Example | undefined {
  const [method = '', path = ''] = route.split(' ');
  const form = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);
  return examples.find(({ request, status }) => status === 200 && form.test(request));
}

/** An example as a request, its places filled with what was answered before. */
export function requestOf(example: Example, answers: Record<string, { body: unknown }>): SnippetRequest {
  const [method = '', path = ''] = (fill(example.request, answers) as string).split(' ');
  return {
    method,
    path,
    ...(example.headers && { headers: fill(example.headers, answers) as Record<string, string> }),
    ...(example.body && { body: fill(example.body, answers) }),
  };
}

function fill(value: unknown, answers: Record<string, { body: unknown }>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{([\w-]+)\.([^}]+)\}\}/g, (_, name: string, at: string) => {
      const found = valueAt(answers[name]?.body, at);
      if (found === undefined || found === null) throw new Error(`The answer of ${name} has no ${at}`);
      return String(found);
    });
  }
  if (Array.isArray(value)) return value.map((each) => fill(each, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, answers)]));
}

/** `data.0.id` of an answer. */
export function valueAt(value: unknown, at: string): unknown {
  return at
    .split('.')
    .reduce<unknown>((each, key) => (each as Record<string, unknown> | undefined)?.[key], value);
}
