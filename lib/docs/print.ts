import { findExample, readRecorded, requestOf } from '#lib/docs/answers';
import { type Language, languages, snippet } from '#lib/docs/snippets';
import { collectionScenarios, payoutScenarios } from '#lib/rails/scenarios';

export interface ShownExample {
  title: string;
  method: string;
  path: string;
  /** As it is sent; empty without one. */
  body: string;
  headers: Record<string, string>;
  /** Those that the request can name; none where it begins no payment. */
  scenarios: readonly string[];
  snippets: Record<Language, string>;
  status: number;
  answer: string;
}

/** An example with what was answered to it. Throws when it was never run. */
export function showExample(name: string): ShownExample {
  const example = findExample(name);
  const { answers } = readRecorded();
  const answered = answers[name];
  if (!answered) throw new Error(`The example ${name} was never run: npm run docs:examples`);
  const request = requestOf(example, answers);
  return {
    title: example.title,
    method: request.method,
    path: request.path,
    body: request.body === undefined ? '' : json(request.body),
    headers: request.headers ?? {},
    scenarios: scenariosOf[`${request.method} ${request.path}`] ?? [],
    snippets: Object.fromEntries(languages.map((each) => [each, snippet(each, request)])) as Record<
      Language,
      string
    >,
    status: answered.status,
    answer: json(answered.body),
  };
}

const scenariosOf: Record<string, readonly string[]> = {
  'POST /api/v1/collections/initiate': collectionScenarios,
  'POST /api/v1/payouts/initiate': payoutScenarios,
  'POST /api/v1/payouts/send': payoutScenarios,
};

/** What an endpoint was sent: by the event and the reference. Throws when it was never sent. */
export function showWebhook(name: string): string {
  const sent = readRecorded().webhooks[name];
  if (sent === undefined) throw new Error(`The webhook ${name} was never recorded: npm run docs:examples`);
  return json(sent);
}

export function exampleText(name: string): string {
  const { snippets, status, answer } = showExample(name);
  return `${fenced('sh', snippets.curl)}\n\nThe answer, ${status}:\n\n${fenced('json', answer)}`;
}

export function webhookText(name: string): string {
  return fenced('json', showWebhook(name));
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
