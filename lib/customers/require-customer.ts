import type { Context } from '#lib/context';
import { customerNotFound } from '#lib/customers/customer';
import { newestActivity, type Recent } from '#lib/customers/newest-activity';

/** Whether a number in these spellings is a customer of this account and environment. Throws `NOT_FOUND`. */
export async function requireCustomer(ctx: Context, spellings: string[]): Promise<Recent> {
  const [found] = await newestActivity(ctx, spellings);
  if (found === undefined) throw customerNotFound();
  return found;
}
