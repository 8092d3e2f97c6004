// What `npm audit --json` says; pure. https://docs.npmjs.com/cli/v11/commands/npm-audit

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;
type Severity = (typeof severities)[number];

export type Advisories =
  | { checked: false; why: string }
  | {
      checked: true;
      counts: Record<Severity, number>;
      serious: { name: string; severity: Severity; titles: string[] }[];
    };

/**
 * Reads the answer of one run. An advisory service that could not be reached, or answered with something else, is no
 * result: it says neither that there are advisories nor that there are none.
 */
export function readAdvisories(stdout: string): Advisories {
  const answer = parse(stdout);
  const counts = answer?.metadata?.vulnerabilities;
  if (!severities.every((each) => Number.isInteger(counts?.[each]))) {
    const why = answer?.statusCode ?? answer?.error?.code;
    return {
      checked: false,
      why: why === undefined ? 'could not be reached' : `could not be reached (${why})`,
    };
  }
  const serious = Object.values(answer?.vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'critical' || severity === 'high')
    .map(({ name, severity, via }) => ({
      name,
      severity,
      // A text is the name of the dependency that brings it.
      titles: via.map((each) => (typeof each === 'string' ? `by ${each}` : each.title)),
    }));
  const { critical = 0, high = 0, moderate = 0, low = 0, info = 0 } = counts ?? {};
  return { checked: true, counts: { critical, high, moderate, low, info }, serious };
}

/** `no advisories`, or how many of each severity, the worst first. */
export function sentenceOf(counts: Record<Severity, number>): string {
  const told = severities.filter((each) => counts[each] > 0).map((each) => `${counts[each]} ${each}`);
  return told.length === 0 ? 'no advisories' : `advisories: ${told.join(', ')}`;
}

interface Answer {
  metadata?: { vulnerabilities?: Partial<Record<Severity, number>> };
  vulnerabilities?: Record<string, { name: string; severity: Severity; via: (string | { title: string })[] }>;
  statusCode?: number;
  error?: { code?: string };
}

function parse(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}
