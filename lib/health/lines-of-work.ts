import { jobWords } from '#lib/health/job-words';
import { docsAt, type HealthLine, MINUTE, notKnown, secondsSince, span, well } from '#lib/health/line';
import { COUNTED } from '#lib/health/read-backlog';
import type { HealthFacts } from '#lib/health/read-facts';
import { isAtWork, newestTurns } from '#lib/health/read-workers';
import { MAX_LAG_SECONDS } from '#lib/jobs/worker-lag';

/** As KairaPeriodicLate has it. */
export const LATE_SECONDS = 2 * MINUTE;

/** Of the table of the workers' periodic jobs. */
export interface PeriodicJob {
  job: string;
  words: string;
  /** Null: not yet, since its worker began. */
  done_at: string | null;
  due_at: string;
  is_late: boolean;
}

/** Each periodic job, late ones first. */
export function periodicJobs({ workers, now }: HealthFacts): PeriodicJob[] {
  if ('unknown' in workers) return [];
  return [...newestTurns(workers.value, now)]
    .map(([job, turn]) => ({
      ...{ job, words: jobWords(job), ...turn },
      is_late: secondsSince(new Date(turn.due_at), now) > LATE_SECONDS,
    }))
    .sort((a, b) => Number(b.is_late) - Number(a.is_late) || (a.words < b.words ? -1 : 1));
}

export function linesOfWorkers(facts: HealthFacts): HealthLine[] {
  const { workers, now } = facts;
  const area = 'workers';
  const docs = docsAt('incidents#work-is-left-undone');
  if ('unknown' in workers) return [notKnown(area, 'Whether workers work', workers.unknown, docs)];
  const [last] = workers.value;
  const working = workers.value.filter((each) => isAtWork(each, now));
  if (working.length === 0) {
    return [
      {
        area,
        tone: 'failed',
        text: last
          ? `No worker works: the last one was seen ${span(secondsSince(last.seenAt, now))} ago. Payments stay open, and no webhook and no message is sent.`
          : 'No worker was seen in the last day. Payments stay open, and no webhook and no message is sent.',
        todo: 'Start one: npm run worker, or a server without KAIRA_WORKER=off.',
        docs,
      },
    ];
  }
  const late = periodicJobs(facts).filter(({ is_late }) => is_late);
  if (late.length > 0) {
    return late.map(({ words, due_at }) => ({
      area,
      tone: 'failed' as const,
      text: `${words}: this was due ${span(secondsSince(new Date(due_at), now))} ago, and no worker has done it.`,
      todo: 'Look for “a periodic job failed” in the log, which names the job and the error.',
      docs: docsAt('monitoring#kairaperiodiclate'),
    }));
  }
  const words = working.length === 1 ? 'One worker works' : `${working.length} workers work`;
  return [well(area, `${words}, and each periodic job was done in time.`, docs)];
}

const works: Record<string, { is: string; todo: string }> = {
  operations: { is: 'Work with rails', todo: 'payments do not settle meanwhile' },
  notices: { is: 'What rails have told us', todo: 'payments settle later meanwhile' },
  payout_batches: { is: 'A file of payouts', todo: 'its payouts wait meanwhile' },
  messages: { is: 'A message to a person', todo: 'nobody is written to meanwhile' },
  deliveries: { is: 'A webhook', todo: 'an endpoint may have many waiting, which delays nobody else' },
};

export function linesOfBacklog({ figures, backlog }: HealthFacts): HealthLine[] {
  const area = 'backlog';
  const docs = docsAt('monitoring#kairaworkleftundone');
  const lines: HealthLine[] = [];
  if ('unknown' in figures) lines.push(notKnown(area, 'Whether work is overdue', figures.unknown, docs));
  for (const { work, seconds } of 'value' in figures ? figures.value.due : []) {
    if (seconds <= MAX_LAG_SECONDS) continue;
    const { is, todo } = works[work] ?? { is: `Work (${work})`, todo: 'it waits meanwhile' };
    lines.push({
      area,
      tone: 'failed',
      text: `${is} has been due for ${span(seconds)}, and nobody takes it up: ${todo}.`,
      todo: 'See whether a worker works, above and in its log.',
      docs,
    });
  }
  if ('unknown' in backlog) return [...lines, notKnown(area, 'How much waits', backlog.unknown, docs)];
  const { operations, operationsDue, deliveries, messages, unsealed } = backlog.value;
  const isOverdue = lines.some(({ tone }) => tone === 'failed');
  lines.push({
    area,
    tone: isOverdue ? 'pending' : 'succeeded',
    text: `${plannedWork(operations, operationsDue)}; ${waitingWebhooks(deliveries)} and ${waitingMessages(messages)} that wait for their turn; ${rowsToSeal(unsealed)} for the next seal.`,
    todo: null,
    docs,
  });
  return lines;
}

function many(count: number): string {
  return count >= COUNTED ? `${COUNTED.toLocaleString('en-GB')} or more` : count.toLocaleString('en-GB');
}

function plannedWork(count: number, due: number): string {
  if (count === 0) return 'No work with rails is planned';
  return due === 0
    ? `Planned work with rails: ${many(count)}, none of it due now`
    : `Planned work with rails: ${many(count)}, ${many(due)} of it due now`;
}

function waitingWebhooks(count: number): string {
  return count === 0 ? 'no webhooks' : count === 1 ? 'one webhook' : `${many(count)} webhooks`;
}

function waitingMessages(count: number): string {
  return count === 0 ? 'no messages' : count === 1 ? 'one message' : `${many(count)} messages`;
}

function rowsToSeal(count: number): string {
  return count === 0 ? 'no rows' : count === 1 ? 'one row' : `${many(count)} rows`;
}
