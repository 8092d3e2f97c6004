import { later, refusal, t } from '#lib/browser/language/words';
import type { Finding, SignatureDiagnosis } from '#lib/webhooks/diagnose-signature';
import { Heading } from '../ui/heading.tsx';
import { State, type Tone } from '../ui/state.tsx';

type Check = SignatureDiagnosis['checks'][number];

const results: Record<Check['result'], { tone: Tone; label: () => string }> = {
  match: { tone: 'succeeded', label: later('Matches') },
  mismatch: { tone: 'failed', label: later('Does not match') },
  missing: { tone: 'ended', label: later('Missing') },
  malformed: { tone: 'failed', label: later('Malformed') },
};

const signers: Record<NonNullable<Check['key']>, () => string> = {
  current: later('Signed with this endpoint’s secret'),
  previous: later('Signed with the secret from before the rotation'),
  other_endpoint: later('Signed with another endpoint’s secret'),
  other_environment: later('Signed with a secret of the other environment'),
};

/** The verdict, what to do, and what it was found by. */
export function Diagnosis({
  diagnosis: { valid, summary, checks, findings },
}: {
  diagnosis: SignatureDiagnosis;
}) {
  return (
    <div className="grid gap-6">
      <div className="rounded-lg border px-4 py-3">
        <State tone={valid ? 'succeeded' : 'failed'} className="font-semibold">
          {valid ? t('Valid') : t('Not valid')}
        </State>
        <p className="mt-1 break-words">{refusal(summary)}</p>
      </div>
      {findings.length > 0 && (
        <section>
          <Heading>{t('What was found')}</Heading>
          <ol className="grid gap-4">
            {findings.map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a diagnosis never changes.
              <li key={index} className="border-l-2 pl-3">
                <p className="break-words">{refusal(finding.message)}</p>
                <Evidence finding={finding} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <Heading>{t('Header by header')}</Heading>
        <ul className="rounded-lg border">
          {checks.map((check) => (
            <li key={check.header} className="border-b px-3 py-2.5 last:border-b-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <code className="font-mono text-[13px] font-semibold">{check.header}</code>
                <State tone={results[check.result].tone}>{results[check.result].label()}</State>
              </div>
              {check.key && (
                <p className="mt-0.5 text-[13px] text-muted-foreground">{signers[check.key]()}</p>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The code of a finding, and whatever it is proved by. */
function Evidence({ finding: { code, message: _, ...evidence } }: { finding: Finding }) {
  const facts = Object.entries(evidence).filter(([, value]) => value !== undefined && value !== null);
  return (
    <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-[13px] text-muted-foreground">
      {[['code', code] as [string, unknown], ...facts].map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="break-words">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
