import { timingSafeEqual } from 'node:crypto';
import { parseAmount } from '#lib/money';
import type { Asked } from './world.ts';

/** The text in this field of a body; empty where there is none. */
export function textIn(body: unknown, field: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'string' ? value : '';
}

export function objectIn(body: unknown, field: string): Record<string, unknown> {
  const value = (body as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A decimal string above zero, as all four rails take it. */
export function amountIn(body: unknown, field: string): bigint | undefined {
  const amount = parseAmount(textIn(body, field));
  return amount === undefined || amount <= 0n ? undefined : amount;
}

export function isUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** `+220` and 7 or 9 digits. */
export function isE164(text: string): boolean {
  return /^\+220(\d{7}|\d{9})$/.test(text);
}

export function headerOf(asked: Asked, name: string): string {
  const value = asked.headers[name];
  return typeof value === 'string' ? value : '';
}

export function hasBearer(asked: Asked, token: string): boolean {
  return isSame(headerOf(asked, 'authorization'), `Bearer ${token}`);
}

export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
