import { t } from '#lib/browser/language/words';
import type { Periods } from '#lib/ledger/list-periods';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';

/** Every entry of some days as a file. */
export function ExportSection({
  environment,
  periods,
}: {
  environment: 'SANDBOX' | 'LIVE';
  periods: Periods;
}) {
  const today = new Date(periods.told_at).toISOString().slice(0, 10);
  return (
    <section>
      <Heading>{t('Journals as a file')}</Heading>
      <p className="mb-4 max-w-2xl text-muted-foreground">
        {t(
          'One line for each entry, with an id that stays. Both days are part of it, 366 days at most. The file of a closed period is the same to the last byte whenever you download it; one of days that are not final says “provisional” in its name.',
        )}
      </p>
      <form
        action="/api/admin/ledger/journals.csv"
        className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-1"
      >
        <input type="hidden" name="environment" value={environment} />
        <Field label={t('From')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              name="from"
              required
              defaultValue={`${today.slice(0, 7)}-01`}
              max={today}
            />
          )}
        </Field>
        <Field label={t('To')}>
          {(control) => (
            <Input {...control} type="date" name="to" required defaultValue={today} max={today} />
          )}
        </Field>
        <Button type="submit">{t('Download CSV')}</Button>
      </form>
    </section>
  );
}
