import { formatAmount } from '#lib/money';
import { newId } from './chance.ts';
import { payOnClose } from './customers.ts';
import { isBehind, scriptedOutcome } from './misbehaviour.ts';
import { floatOf, isOpen, openPayment, refund, refuse } from './payments.ts';
import { amountIn, isE164, isUrl, textIn } from './reading.ts';
import { type Payment, paymentsOf, shownBututs } from './state.ts';
import { problem, rail, subjectOf, timeOf } from './w-answers.ts';
import { type Answer, type Asked, type Call, currency, type World } from './world.ts';

// PROVIDER_W: checkout sessions. docs/rails/wire.md

export function openSession(world: World, { body }: Asked): Call {
  const reference = textIn(body, 'client_reference');
  const mobile = textIn(body, 'restrict_payer_mobile');
  return {
    operation: 'open',
    reference: reference || undefined,
    amount: textIn(body, 'amount') || undefined,
    mobile: mobile || undefined,
    act() {
      const amountBututs = amountIn(body, 'amount');
      const [success_url, error_url] = [textIn(body, 'success_url'), textIn(body, 'error_url')];
      const fault =
        amountBututs === undefined
          ? 'amount: a decimal string above zero'
          : textIn(body, 'currency') !== currency
            ? `currency: ${currency}`
            : !isUrl(success_url) || !isUrl(error_url)
              ? 'success_url and error_url: an address each'
              : reference.length > 255
                ? 'client_reference: 255 characters at most'
                : mobile !== '' && !isE164(mobile)
                  ? 'restrict_payer_mobile: E.164'
                  : undefined;
      if (fault !== undefined) {
        refuse(world, rail, 'open', 'request-validation-error', { reference });
        return problem(400, 'request-validation-error', fault);
      }
      const payment = openPayment(world, {
        rail,
        id: newId('cos-'),
        reference: reference || null,
        amountBututs: amountBututs!,
        mobile: mobile || null,
        expiresAt: world.now() + world.settings.sessionMs,
        details: { success_url, error_url },
      });
      return { status: 200, body: presentSession(world, payment), about: payment.id };
    },
  };
}

export function getSession(world: World, id: string): Call {
  const payment = sessionOf(world, id);
  const answer = (as: Payment) => (): Answer => ({ status: 200, body: presentSession(world, as) });
  return {
    operation: 'lookup',
    ...subjectOf(payment),
    railReference: id,
    act: () => {
      if (payment) isOpen(world, payment);
      return payment ? answer(payment)() : problem(404, 'checkout-session-not-found');
    },
    about: payment && [payment],
    showsPayment: (other) => answer(other)(),
    lies:
      payment?.state === 'paid'
        ? { pending: answer(unpaid(payment)), failed: answer({ ...unpaid(payment), state: 'expired' }) }
        : undefined,
  };
}

export function searchSessions(world: World, { query }: Asked): Call {
  const reference = query.get('client_reference') ?? '';
  const found = paymentsOf(world.state, rail, reference).filter((each) => !isBehind(world, each));
  const answer = (shown: (payment: Payment) => Payment): Answer => show(found.map(shown));
  const show = (all: readonly Payment[]): Answer => ({
    status: 200,
    body: { result: all.map((each) => presentSession(world, each)).reverse() },
  });
  return {
    operation: 'search',
    ...subjectOf(found[0]),
    reference,
    act() {
      for (const each of found) isOpen(world, each);
      return answer((each) => each);
    },
    about: found,
    showsPayment: (other) => show([other]),
    lies: found.some((each) => each.state === 'paid') ? { pending: () => answer(unpaid) } : undefined,
  };
}

export function closeSession(world: World, id: string): Call {
  const payment = sessionOf(world, id);
  return {
    operation: 'close',
    ...subjectOf(payment),
    railReference: id,
    act() {
      if (!payment) return problem(404, 'checkout-session-not-found');
      payOnClose(world, payment);
      if (isOpen(world, payment)) {
        world.record({
          rail,
          kind: 'expired',
          operation: 'close',
          reference: payment.reference ?? undefined,
          rail_reference: id,
        });
        return { status: 200 };
      }
      const code = payment.state === 'paid' ? 'checkout-session-complete' : 'checkout-session-expired';
      refuse(world, rail, 'close', code, { reference: payment.reference, railReference: id });
      return problem(409, code);
    },
  };
}

/** Gives all of a session back to whoever paid it; once, however often it is asked for. */
export function refundSession(world: World, id: string): Call {
  const payment = sessionOf(world, id);
  const no = (status: number, code: string) => {
    refuse(world, rail, 'refund', code, { reference: payment?.reference ?? null, railReference: id });
    return problem(status, code);
  };
  return {
    operation: 'refund',
    ...subjectOf(payment),
    railReference: id,
    refusesRepeat:
      payment && payment.refundedAt !== null
        ? (code = 'checkout-refund-failed', status = 422) => problem(status, code)
        : undefined,
    act() {
      if (!payment) return problem(404, 'checkout-session-not-found');
      if (payment.refundedAt !== null) return { status: 200 };
      const script = scriptedOutcome(world, rail, 'refund', payment.reference ?? undefined);
      if (script?.kind === 'refusal') return no(422, script.code ?? 'checkout-refund-failed');
      const isShort = floatOf(world, rail) < shownBututs(payment);
      if (payment.state !== 'paid' || isShort) return no(422, 'checkout-refund-failed');
      refund(world, payment);
      return { status: 200 };
    },
  };
}

export function presentSession(world: World, payment: Payment) {
  const { state, trouble } = payment;
  const isPaid = state === 'paid';
  return {
    id: payment.id,
    checkout_status: isPaid ? 'complete' : state === 'open' ? 'open' : 'expired',
    payment_status: isPaid ? 'succeeded' : state === 'open' ? 'processing' : 'cancelled',
    last_payment_error:
      trouble?.kind === 'declined' && !isPaid
        ? { code: trouble.code, message: trouble.code.replaceAll('-', ' ') }
        : null,
    transaction_id: isPaid ? payment.transactionId : null,
    client_reference: payment.reference,
    amount: formatAmount(shownBututs(payment)),
    currency: payment.details.currency ?? currency,
    wave_launch_url: `${world.origin}/w/pay/${payment.id}`,
    when_created: timeOf(payment.openedAt),
    when_expires: timeOf(payment.expiresAt!),
    when_completed: isPaid && payment.endedAt !== null ? timeOf(payment.endedAt) : null,
  };
}

function sessionOf(world: World, id: string): Payment | undefined {
  const payment = world.state.payments.get(id);
  return payment?.rail === rail ? payment : undefined;
}

function unpaid(payment: Payment): Payment {
  return payment.state === 'paid' ? { ...payment, state: 'open', endedAt: null } : payment;
}
