import type { ReactNode } from 'react';
import { Logo } from '#components/frame/logo';
import { rich } from '#components/language/rich';
import { languages } from '#lib/browser/language/languages';
import { later, t } from '#lib/browser/language/words';
import { otherLanguages } from '#lib/language/language-links';
import { listRailFaces } from '#lib/rails/rail-faces';
import { contactAddress, settings } from '#lib/settings';

const steps = [
  {
    title: later('Your server asks'),
    text: later(
      'One request says how much, for which order, and on which rail. Kaira answers with a transaction that is PENDING and with what the customer has to do.',
    ),
  },
  {
    title: later('Your customer approves'),
    text: later(
      'On the wallet’s checkout, with a one-time password, or on the acquirer’s card page. Kaira never sees a card number.',
    ),
  },
  {
    title: later('The rail gives its word'),
    text: later(
      'Only that word makes it SUCCEEDED. A customer who comes back to your shop proves nothing; a time-out is not a failure.',
    ),
  },
  {
    title: later('You are told'),
    text: later(
      'A signed webhook, the same on every rail, and a status look-up that you can ask at any time. Asking twice never charges twice.',
    ),
  },
];

const rails = [
  {
    provider: 'PROVIDER_W',
    customer: later('Goes to a checkout address'),
    paysOut: true,
    note: later('Default'),
  },
  { provider: 'PROVIDER_A', customer: later('Types a one-time password in your shop'), paysOut: true },
  { provider: 'PROVIDER_C', customer: later('Goes to a checkout address'), paysOut: true },
  { provider: 'PROVIDER_C_CARD', customer: later('Pays on the acquirer’s card page'), paysOut: false },
];

const TEST_KEY = 'sk_test_';
const ADDRESS = 'redirect_url';

const curl = `KAIRA=http://localhost:3000   # the address of this page

curl "$KAIRA/api/v1/collections/initiate" \\
  -H "Authorization: Bearer YOUR_TEST_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "amount": "150.00",
    "currency": "GMD",
    "client_reference": "ORDER-1042"
  }'`;

/** What Kaira is, for somebody who has just started it or was sent its address. */
export default async function LandingPage() {
  const names = new Map((await listRailFaces()).map(({ provider, name }) => [provider, name]));
  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-6">
      <header className="flex items-center gap-3 py-5">
        <Logo />
        <span className="text-base font-semibold">Kaira</span>
        <nav aria-label="Kaira" className="ml-auto flex items-center gap-5">
          <a className="text-muted-foreground hover:text-foreground" href="/docs">
            {t('Docs')}
          </a>
          <a className="text-muted-foreground hover:text-foreground" href="/admin/login">
            {t('Operators')}
          </a>
          <a
            className="inline-flex h-9 items-center rounded-md bg-primary px-3.5 font-semibold text-primary-foreground hover:bg-primary/90"
            href="/login"
          >
            {t('Sign in')}
          </a>
        </nav>
      </header>

      <main>
        <section className="py-12 sm:py-20">
          <h1 className="max-w-2xl text-3xl font-semibold tracking-tight text-balance sm:text-5xl sm:leading-[1.1]">
            {t('One API for mobile money in The Gambia')}
          </h1>
          <p className="mt-5 max-w-2xl text-base text-muted-foreground sm:text-lg">
            {t(
              'Kaira is an open payment gateway: a business collects from its customers and pays out to them in dalasi, over every rail in the same way, with each butut accounted for in a double-entry ledger.',
            )}
          </p>
        </section>

        <Section title={t('Without an engineer')}>
          <p className="max-w-2xl text-muted-foreground">
            {t(
              'A shop charges from its phone: it types the amount and shows a code, and the customer scans it and pays with the wallet that they have. Links, requests to pay, payouts and the month’s statement are in the same place.',
            )}
          </p>
          <p className="mt-4 max-w-2xl">
            <Asking />
          </p>
        </Section>

        <Section title={t('How a payment flows')}>
          <ol className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {steps.map((step, index) => (
              <li key={step.title()} className="flex gap-4">
                <span className="w-4 flex-none text-base font-semibold text-primary tabular-nums">
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-base font-semibold">{step.title()}</h3>
                  <p className="mt-1 text-muted-foreground">{step.text()}</p>
                </div>
              </li>
            ))}
          </ol>
        </Section>

        <Section title={t('A first payment')}>
          <p className="max-w-2xl text-muted-foreground">
            {rich(
              'A key that begins with {prefix} works in the sandbox, where no real money moves. The answer carries a {field}: open it and choose to pay, decline or cancel. The amount {paid} pays by itself, {refused} fails, {late} times out.',
              {
                prefix: <Code>{TEST_KEY}</Code>,
                field: <Code>{ADDRESS}</Code>,
                paid: <Code>100.00</Code>,
                refused: <Code>400.00</Code>,
                late: <Code>408.00</Code>,
              },
            )}
          </p>
          <section
            aria-label={t('A request')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
            tabIndex={0}
            className="mt-5 overflow-x-auto rounded-lg border"
          >
            <pre className="w-max min-w-full bg-surface p-4 font-mono text-[13px] leading-6">
              <code>{curl}</code>
            </pre>
          </section>
          <p className="mt-5">
            <a className="font-semibold text-primary underline underline-offset-4" href="/docs/quick-start">
              {t('Quick start: a payment and a verified webhook in five minutes')}
            </a>
          </p>
        </Section>

        <Section title={t('Four rails')}>
          <ul className="divide-y border-y">
            {rails.map((rail) => (
              <li key={rail.provider} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_1fr_9rem]">
                <span>
                  {names.get(rail.provider)}{' '}
                  <code className="font-mono text-[13px] leading-[1.625] text-muted-foreground">
                    {rail.provider}
                  </code>
                </span>
                <span>
                  {rail.customer()}
                  {rail.note && <span className="text-muted-foreground"> · {rail.note()}</span>}
                </span>
                <span className="text-muted-foreground">
                  {rail.paysOut ? t('Collects, pays out') : t('Collects only')}
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-4 max-w-2xl text-muted-foreground">
            {t(
              'All four run in the sandbox. Each is connected to live money by the operators, with credentials of their own.',
            )}
          </p>
        </Section>
      </main>

      <footer className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t py-8 text-[13px] text-muted-foreground">
        <a className="underline underline-offset-4 hover:text-foreground" href="/openapi.json">
          {t('The API, described (OpenAPI 3.1)')}
        </a>
        <a className="underline underline-offset-4 hover:text-foreground" href="/healthz">
          {t('Is it alive?')}
        </a>
        <a className="underline underline-offset-4 hover:text-foreground" href="/readyz">
          {t('Is it ready?')}
        </a>
        {otherLanguages().map((each) => (
          <a
            key={each}
            className="py-2 underline underline-offset-4 hover:text-foreground"
            href={`?lang=${each}`}
            hrefLang={each}
            lang={each}
          >
            {languages[each]}
          </a>
        ))}
      </footer>
    </div>
  );
}

/** How a business comes by an account. */
function Asking() {
  const contact = settings().CONTACT;
  if (contact === undefined) return t('No account yet? Whoever runs this gateway opens one for you.');
  return rich('No account yet? Ask {contact}.', {
    contact: (
      <a className="font-semibold text-primary underline underline-offset-4" href={contactAddress(contact)}>
        {contact}
      </a>
    ),
  });
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t py-10 sm:py-14">
      <h2 className="mb-6 text-xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[13px] text-foreground">{children}</code>;
}
