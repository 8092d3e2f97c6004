import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';
import type { FirstSteps } from '#lib/clients/list-first-steps';
import { Heading } from '../ui/heading.tsx';
import { EmailStep, PracticeStep, StepLink } from './checklist-steps.tsx';

const sandbox = '/dashboard/sandbox';

interface Step {
  key: keyof FirstSteps['steps'];
  title: string;
  text: ReactNode;
  /** Where it is done, or what does it. */
  action: ReactNode;
}

/**
 * The way of a new business to its first real payment. A line is done when it is true, and all of it goes when all is. Made
 * by the server, so that it weighs nothing for those who are past it.
 */
export function Checklist({ data }: { data: FirstSteps }) {
  const steps = stepsOf(data).filter(({ key }) => data.steps[key] !== null);
  const done = steps.filter(({ key }) => data.steps[key]).length;
  return (
    <section aria-labelledby="first-hour" className="mb-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading id="first-hour">{t('Before your first real payment')}</Heading>
        <p className="mb-3 text-[13px] text-muted-foreground">
          {t('{done} of {all} done', { done, all: steps.length })}
        </p>
      </div>
      <ol className="divide-y rounded-lg border">
        {steps.map(({ key, title, text, action }) => (
          <ChecklistLine key={key} isDone={data.steps[key] === true} title={title} action={action}>
            {text}
          </ChecklistLine>
        ))}
      </ol>
    </section>
  );
}

function ChecklistLine({
  isDone,
  title,
  action,
  children,
}: {
  isDone: boolean;
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  const Sign = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-3 px-3 py-3">
      <Sign
        aria-hidden="true"
        className={`mt-0.5 size-4 flex-none ${isDone ? 'text-succeeded' : 'text-muted-foreground'}`}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className={isDone ? 'text-muted-foreground' : 'font-semibold'}>
            {title}
            {isDone && <span className="sr-only">{t(': done')}</span>}
          </p>
          {!isDone && <div className="text-[13px] text-muted-foreground">{children}</div>}
        </div>
        {!isDone && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
    </li>
  );
}

function stepsOf(data: FirstSteps): Step[] {
  return [
    {
      key: 'email',
      title: t('Confirm your e-mail address'),
      text: t('So that what we send to {emailAddress} reaches you.', { emailAddress: data.email_address }),
      action: <EmailStep />,
    },
    {
      key: 'second_factor',
      title: t('Switch on two-factor authentication'),
      text: t('A code from your phone beside the password: nobody else gets at your money.'),
      action: <StepLink href={`${sandbox}/settings`}>{t('Switch it on')}</StepLink>,
    },
    {
      key: 'sandbox_payment',
      title: t('Take a payment for practice'),
      text: t('GMD 100.00 in the sandbox, paid by itself after a moment. No real money moves.'),
      action: <PracticeStep provider={data.practice_provider} />,
    },
    {
      key: 'webhook_or_link',
      title: t('Make your way of being paid'),
      text: t('A payment link to share, or a webhook that tells your own program.'),
      action: (
        <>
          <StepLink href={`${sandbox}/links`}>{t('Make a link')}</StepLink>
          <StepLink href={`${sandbox}/webhooks`}>{t('Add a webhook')}</StepLink>
        </>
      ),
    },
    {
      key: 'team',
      title: t('Add somebody to your team'),
      text: t('A cashier, an accountant, or a second owner, each with what they need.'),
      action: <StepLink href={`${sandbox}/team`}>{t('Add a person')}</StepLink>,
    },
    papersStep(data),
  ];
}

function papersStep({ papers }: FirstSteps): Step {
  const href = '/dashboard/live/application';
  const step = { key: 'papers' as const, title: t('Hand in the papers of your business') };
  switch (papers?.status) {
    case 'SUBMITTED':
      return {
        ...step,
        text: t('Handed in. The operators read them, and you get an e-mail.'),
        action: <StepLink href={href}>{t('Look at them')}</StepLink>,
      };
    case 'ASKED':
    case 'REJECTED':
      return {
        ...step,
        text: (
          <span className="text-foreground">
            {t(papers.status === 'ASKED' ? 'The operators ask: {note}' : 'Not accepted: {note}', {
              note: papers.note ?? '',
            })}
          </span>
        ),
        action: <StepLink href={href}>{t('Answer')}</StepLink>,
      };
    default:
      return {
        ...step,
        text: t('Registration, TIN, owners, and where your money goes. Two operators read them.'),
        action: <StepLink href={href}>{papers?.status === 'DRAFT' ? t('Go on') : t('Begin')}</StepLink>,
      };
  }
}
