import type { SealState } from '#lib/book-seals/read-seal-state';
import { whole } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import { rich } from '../../language/rich.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Time } from '../../ui/time.tsx';

/** When the books were last sealed, and how far that was recounted. */
export function SealsSection({ seals }: { seals: SealState }) {
  return (
    <section>
      <Heading>{t('Seals')}</Heading>
      {seals === null ? (
        <p className="text-muted-foreground">
          {t(
            'The books were not sealed yet. A worker does it every minute; the first seals are of all that is there.',
          )}
        </p>
      ) : (
        <>
          <p>
            {rich(
              seals.waits
                ? 'Seal {number} was made {time}, of {rows}; more waits for the next one.'
                : 'Seal {number} was made {time}, of {rows}.',
              {
                number: whole(seals.id),
                time: <Time at={seals.sealed_at} />,
                rows: plural(seals.leaves, { one: '{count} row', other: '{count} rows' }),
              },
            )}{' '}
            {seals.recounted === null || seals.recounted_at === null
              ? t('No recount has found it whole yet.')
              : rich('All up to seal {number} stood as it was sealed at the recount {time}.', {
                  number: whole(seals.recounted),
                  time: <Time at={seals.recounted_at} />,
                })}
          </p>
          <p className="mt-1 text-[13px] text-muted-foreground">
            {t('Chain')} <span className="font-mono break-all">{seals.chain}</span>
          </p>
        </>
      )}
    </section>
  );
}
