import { t } from '#lib/browser/language/words';

/** Over every page of a server whose live rails are a simulator: what looks like money is none. */
export function SimulatedStrip() {
  return (
    <section
      aria-label={t('Demo')}
      className="bg-pending px-4 py-1 text-center text-[13px] font-semibold text-background"
    >
      {t('Demo: the live providers are simulated. No real money moves.')}
    </section>
  );
}
