import { sqlClient } from '#db/client';
import { findApplication, presentApplication } from '#lib/applications/application';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import { isPaidCollection } from '#lib/clients/account-figures';
import { hasLiveUse } from '#lib/clients/has-live-use';
import { type Context, systemContext } from '#lib/context';
import { readBooks, total } from '#lib/ledger/balances';
import { mailWay } from '#lib/messages/mail-sender';
import { listRailStandings } from '#lib/rails/rail-status';

type Whose = Pick<Context, 'client' | 'now'> & Pick<UserContext, 'user'>;

export type FirstSteps = NonNullable<Awaited<ReturnType<typeof listFirstSteps>>>;

/**
 * What a new business has still to do before its first real payment, each true by what is stored and by no click. Null for
 * a business that has used live, or has done it all, and for whoever does not set it up.
 */
export async function listFirstSteps(ctx: Whose) {
  const { client, user } = ctx;
  if (!mayDo(user.role, 'keys.manage') || (await hasLiveUse(client.id))) return null;
  const sandbox = { ...systemContext(client, 'SANDBOX'), now: ctx.now };
  const isOwner = mayDo(user.role, 'application.manage');
  const [[facts], books, rails, application] = await Promise.all([
    sqlClient()`
      select email_confirmed_at is not null as has_email, totp_enabled_at is not null as has_second_factor,
        exists (select from webhook_endpoints where client_id = ${client.id} and deleted_at is null) as has_endpoint,
        exists (select from payment_links where client_id = ${client.id} and not is_choice) as has_link,
        exists (select from users where client_id = ${client.id} and id <> ${user.id} and disabled_at is null) as has_team
      from users where id = ${user.id}`,
    readBooks(client.id, 'SANDBOX', []),
    listRailStandings(sandbox),
    isOwner ? findApplication(client.id) : undefined,
  ]);
  const papers = application && presentApplication(application);
  const steps = {
    /** Null where no mail is sent at all. */
    email: mailWay() === 'none' ? null : facts?.has_email === true,
    second_factor: facts?.has_second_factor === true,
    sandbox_payment: total(books.tallies, isPaidCollection).count > 0,
    webhook_or_link: facts?.has_endpoint === true || facts?.has_link === true,
    /** Null for whom it is not: the owner's. */
    team: isOwner ? facts?.has_team === true : null,
    papers: isOwner ? papers?.status === 'APPROVED' : null,
  };
  if (Object.values(steps).every((done) => done !== false)) return null;
  return {
    email_address: user.email,
    steps,
    papers: isOwner ? { status: papers?.status ?? null, note: papers?.note ?? null } : null,
    /** Where a payment for practice is paid by itself; null where no rail would take one now. */
    practice_provider: rails.find(isPracticable)?.provider ?? null,
  };
}

function isPracticable({
  style,
  operations,
}: Awaited<ReturnType<typeof listRailStandings>>[number]): boolean {
  return (
    style === 'redirect' &&
    operations.some(({ operation, standing }) => operation === 'collection' && standing === 'OPERATIONAL')
  );
}
