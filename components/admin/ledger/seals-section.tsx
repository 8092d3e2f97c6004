import type { SealState } from '#lib/book-seals/read-seal-state';
import { whole } from '#lib/browser/format';
import { Heading } from '../../ui/heading.tsx';
import { Time } from '../../ui/time.tsx';

/** When the books were last sealed, and how far that was recounted. */
export function SealsSection({ seals }: { seals: SealState }) {
  return (
    <section>
      <Heading>Seals</Heading>
      {seals === null ? (
        <p className="text-muted-foreground">
          The books were not sealed yet. A worker does it every minute; the first seals are of all that is
          there.
        </p>
      ) : (
        <>
          <p>
            Seal {whole(seals.id)} was made <Time at={seals.sealed_at} />, of {whole(seals.leaves)}{' '}
            {seals.leaves === 1 ? 'row' : 'rows'}
            {seals.waits ? '; more waits for the next one' : ''}.{' '}
            {seals.recounted === null || seals.recounted_at === null ? (
              'No recount has found it whole yet.'
            ) : (
              <>
                All up to seal {whole(seals.recounted)} stood as it was sealed at the recount{' '}
                <Time at={seals.recounted_at} />.
              </>
            )}
          </p>
          <p className="mt-1 text-[13px] text-muted-foreground">
            Chain <span className="font-mono break-all">{seals.chain}</span>
          </p>
        </>
      )}
    </section>
  );
}
