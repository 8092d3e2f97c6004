import { createChance } from '#proof/simulation/chance';
import { type Played, play, type Step } from './play.ts';
import type { Stage } from './stage.ts';
import { Plan } from './steps.ts';

export interface SeedReport {
  seed: number;
  steps: number;
  answers: number;
  webhooks: number;
  /** 1 where the product and the model disagreed. */
  differences: number;
  known: string[];
  statuses: Record<string, number>;
  /** The fewest steps that show it, to be followed by hand. */
  story?: string;
}

/** So many steps are one life of two clients; then two others begin with nothing. */
const CHAPTER_STEPS = 150;
const SHRINK_MS = 40_000;

export async function runSeed(
  stage: Stage,
  seed: number,
  operations: number,
  { isTraced = false, isShrunk = true } = {},
): Promise<SeedReport> {
  const report: SeedReport = {
    ...{ seed, steps: 0, answers: 0, webhooks: 0, differences: 0 },
    known: [],
    statuses: {},
  };
  for (let chapter = 0; report.steps < operations; chapter++) {
    const length = Math.min(CHAPTER_STEPS, operations - report.steps);
    const plan = new Plan(createChance(seed, `model ${chapter}`));
    const trace = (step: Step, index: number) => {
      if (isTraced) console.log(`${chapter}.${index} ${tell(step)}`);
    };
    const played = await play(
      stage,
      (world, index) => (index < length ? plan.next(world) : undefined),
      trace,
    );
    report.steps += Math.max(1, played.steps.length);
    report.answers += played.answers;
    report.webhooks += played.webhooks;
    report.known.push(...played.known);
    for (const [name, times] of Object.entries(played.statuses))
      report.statuses[name] = (report.statuses[name] ?? 0) + times;
    if (played.differences.length === 0) continue;
    report.differences = 1;
    const shortest = isShrunk ? await shrink(stage, played) : played;
    report.story = [
      `Seed ${seed}, chapter ${chapter}. The fewest steps that show it:`,
      ...shortest.steps.map(tell),
      ...shortest.differences.map((each) => `  DIFFERS ${each}`),
    ].join('\n');
    return report;
  }
  return report;
}

/** Leaves out steps, half of them at first and one by one in the end, while the same thing differs. */
export async function shrink(stage: Stage, failed: Played): Promise<Played> {
  let best = failed;
  const endsAt = performance.now() + SHRINK_MS;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = best.steps.length - size; from >= 0 && performance.now() < endsAt; from -= size) {
      const fewer = best.steps.toSpliced(from, size);
      const played = await play(stage, (_world, index) => fewer[index]);
      if (isSame(played, failed)) best = played;
    }
    if (size === 1) break;
  }
  return best;
}

/** The same field differs in the same way, whatever the figures. */
function isSame(one: Played, other: Played): boolean {
  const kind = ({ differences: [line = ''] }: Played) =>
    line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|⟨[^⟩]*⟩|\d+/g, '#').slice(0, 80);
  return one.differences.length > 0 && kind(one) === kind(other);
}

export function tell(step: Step): string {
  if (step.do === 'press') return `  a payer presses ${step.button} at the page of ${step.payment}`;
  if (step.do === 'replies') return `  the server of ${step.account} answers webhooks with ${step.status}`;
  if (step.do === 'together')
    return ['  at once:', ...step.requests.map((each) => `  ${tell({ do: 'ask', request: each })}`)].join(
      '\n',
    );
  const { key, method, path, raw, contentType, idempotencyKey, scenario } = step.request;
  const headers = [
    key === null ? 'no key' : `key ${key}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
    ...(scenario === undefined ? [] : [`X-Gw-Scenario: ${scenario}`]),
  ];
  const shown = raw !== undefined && raw.length > 600 ? `${raw.slice(0, 600)}…` : raw;
  return `  ${method} ${path} ${shown ?? ''}  (${headers.join(', ')})`;
}
