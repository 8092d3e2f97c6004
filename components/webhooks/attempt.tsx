'use client';

import { exactTime, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { CodeBlock } from '../ui/code.tsx';
import { Unknown } from '../ui/feedback.tsx';
import { State } from '../ui/state.tsx';

/** What is known of one request to an endpoint, of the log or of a test. */
export interface SentAttempt {
  attempt: number;
  at: string;
  address: string | null;
  response_status: number | null;
  latency_ms: number;
  response_excerpt: string | null;
  error: string | null;
  request_headers: Record<string, string> | null;
}

/** The status that the server answered, or that it did not. */
export function AnswerState({
  attempt: { response_status: status },
}: {
  attempt: Pick<SentAttempt, 'response_status'>;
}) {
  if (status === null) return <State tone="failed">{t('No answer')}</State>;
  return (
    <State tone={status >= 200 && status < 300 ? 'succeeded' : 'failed'}>
      {t('Answered {status}', { status })}
    </State>
  );
}

/** Everything about one attempt: when, where, how long, what went out and what came back. */
export function AttemptFacts({ attempt }: { attempt: SentAttempt }) {
  const { address, latency_ms, response_excerpt, error, request_headers } = attempt;
  const headers = Object.entries(request_headers ?? {})
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return (
    <div className="grid gap-3">
      {error && !isSaidByStatus(attempt) && <p className="break-words text-failed">{error}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-8">
        <Fact name={t('Time')}>{exactTime(attempt.at)}</Fact>
        <Fact name={t('Address')}>
          {address ? (
            <code className="font-mono text-[13px]">{address}</code>
          ) : (
            <Unknown reason={t('No connection was made')} />
          )}
        </Fact>
        <Fact name={t('Took')}>{t('{latencyMs} ms', { latencyMs: whole(latency_ms) })}</Fact>
      </dl>
      {response_excerpt !== null && response_excerpt !== '' && (
        <CodeBlock label={t('Answer, its first 2 KB')} text={response_excerpt} />
      )}
      {headers !== '' && <CodeBlock label={t('Request headers')} text={headers} />}
    </div>
  );
}

/** An error that says no more than the status that stands above it. */
function isSaidByStatus({ error, response_status: status }: SentAttempt): boolean {
  return status !== null && error?.endsWith(`endpoint answered ${status}`) === true;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="contents sm:block">
      <dt className="text-[13px] text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}
