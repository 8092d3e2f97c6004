import { formatAmount } from '#lib/money';
import { visit } from './customers.ts';
import { cancel, decline, isOpen, pay } from './payments.ts';
import type { Payment } from './state.ts';
import type { Choice, SimulatedRail, World } from './world.ts';

// Where a person pays: the rail's own page, in the simulator's clothes.

export interface Page {
  status: number;
  html?: string;
  /** Where the browser goes on. */
  location?: string;
}

/** The page of a payment, or what a choice on it leads to; undefined: this path is no page of the rail. */
export function servePage(
  world: World,
  rail: SimulatedRail,
  method: string,
  path: string,
  form: URLSearchParams,
): Page | undefined {
  if (rail.page === undefined || !path.startsWith(rail.page.path)) return undefined;
  const payment = world.state.payments.get(path.slice(rail.page.path.length));
  if (payment?.rail !== rail.name) {
    return { status: 404, html: document('No such payment', '<p>This link leads to no payment.</p>') };
  }
  if (method === 'POST') {
    const choice = form.get('choice') as Choice;
    const code = form.get('code') || rail.customerCodes[0]!;
    if (choose(world, rail, payment, choice, code)) {
      return { status: 303, location: rail.page.leadsTo(payment, choice) };
    }
  }
  visit(world, payment);
  return { status: 200, html: isOpen(world, payment) ? openPage(rail, payment) : endedPage(payment) };
}

/** What a customer's choice does. False: the payment takes none any more. */
export function choose(
  world: World,
  rail: SimulatedRail,
  payment: Payment,
  choice: Choice,
  code: string,
  amountBututs?: bigint,
): boolean {
  if (choice === 'pay') return pay(world, payment, rail.newTransactionId(payment), amountBututs);
  if (choice === 'decline') return decline(world, payment, code, rail.page?.declineIsFinal ?? true);
  if (choice === 'cancel') return cancel(world, payment, rail.page?.cancelIsFinal ?? true);
  return false;
}

function openPage(rail: SimulatedRail, payment: Payment): string {
  const codes = rail.customerCodes.map((code) => `<option>${escapeHtml(code)}</option>`).join('');
  const trouble =
    payment.trouble?.kind === 'declined'
      ? `<p role="status">The last try failed: ${escapeHtml(payment.trouble.code)}.</p>`
      : '';
  return document(
    `Pay ${formatAmount(payment.amountBututs)} GMD`,
    `<p class="amount">${formatAmount(payment.amountBututs)} GMD</p>
<p>${escapeHtml(rail.name)}${payment.mobile ? `, ${escapeHtml(payment.mobile)}` : ''}<br><code>${escapeHtml(payment.reference ?? payment.id)}</code></p>
${trouble}
<form method="post">
<button name="choice" value="pay">Pay</button>
<button name="choice" value="decline">Decline</button>
<button name="choice" value="cancel">Cancel</button>
<label>A declined try fails with <select name="code">${codes}</select></label>
</form>`,
  );
}

function endedPage(payment: Payment): string {
  const said = payment.state === 'paid' ? 'This payment is complete.' : 'This link takes no money any more.';
  return document('Payment', `<p>${said}</p>`);
}

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – rail simulator</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 16px; color-scheme: light dark }
.note { border: 1px solid; padding: 8px 12px }
.amount { font-size: 28px; font-variant-numeric: tabular-nums; margin: 16px 0 0 }
button { font: inherit; padding: 8px 20px; margin: 0 8px 16px 0 }
label { display: block }
code { overflow-wrap: anywhere }
</style></head>
<body><main><p class="note">This is a simulator of the rail. No real money moves.</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
