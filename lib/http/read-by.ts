import type { InPlace } from '#lib/http/api-route';
import type { AnswerFacts } from '#lib/http/respond';
import { type Freshness, readApart } from '#lib/reads/read-apart';

/** Does what a route does, apart if it says so (`lib/reads/read-apart.ts`); then the answer tells as of when it was read. */
export async function readBy<Result>(
  freshness: Freshness | undefined,
  facts: AnswerFacts,
  inPlace: InPlace,
  work: (inPlace: InPlace) => Promise<Result>,
): Promise<Result> {
  if (freshness === undefined) return work(inPlace);
  const { result, asOf } = await readApart(freshness, (further) =>
    work((part) => inPlace(() => further(part))),
  );
  if (asOf !== undefined) facts.asOf = asOf;
  return result;
}
