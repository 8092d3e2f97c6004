import { told, type Verdict } from './judge.ts';

export type Ended = Verdict & { at: string; commit: string };

const heading = '## The table';

/** The page with its last section anew; what comes before it is written by hand. */
export function tableOf(page: string, names: string[], results: Record<string, Ended>): string {
  const [before] = page.split(heading);
  const ended = names.flatMap((name) => results[name] ?? []);
  const within = ended.filter(({ misses }) => misses.length === 0).length;
  const last = ended
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
  return [
    `${before}${heading}`,
    '',
    `Written by \`npm run outage\`, last at ${last}: ${within} of ${names.length} lines within the limits. All times in seconds; the last column says on which commit a line was tried.`,
    '',
    '| trouble | database | TLS | away | until 503 | longest wait | until 200 | acknowledged | lost | audit | ended | SIGTERM | within the limits | commit |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...names.map((name) => rowOf(name, results[name])),
    '',
  ].join('\n');
}

function rowOf(name: string, ended: Ended | undefined): string {
  const [trouble, database, protection] = name
    .split('/')
    .map((each) => each.replace('-', ' ').replace('haproxy', 'HAProxy'));
  const cells = ended
    ? [
        ...[ended.away, ended.until503, ended.longest, ended.until200].map(told),
        ...[ended.acknowledged, ended.lost, ended.auditViolations, ended.ended, told(ended.stopped)],
        ended.misses.length === 0 ? 'yes' : `no: ${ended.misses.join('; ')}`,
        ended.commit,
      ]
    : ['–', '–', '–', '–', '–', '–', '–', '–', '–', 'not run', '–'];
  return `| ${[trouble, database, protection === 'tls' ? 'yes' : 'no', ...cells].join(' | ')} |`;
}
