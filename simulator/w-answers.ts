import { formatAmount } from '#lib/money';
import type { Payment, Payout } from './state.ts';
import type { Answer } from './world.ts';

// PROVIDER_W: what all its answers share. docs/rails/wire.md

export const rail = 'PROVIDER_W';

export const pageSize = 100;

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

export function problem(status: number, code: string, message = code.replaceAll('-', ' ')): Answer {
  return { status, body: { code, message } };
}

export function subjectOf(about: Payment | Payout | undefined) {
  if (!about) return {};
  return {
    reference: about.reference ?? undefined,
    amount: formatAmount(about.amountBututs),
    mobile: about.mobile ?? undefined,
  };
}
