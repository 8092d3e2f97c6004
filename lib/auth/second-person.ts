import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';

/** contract-more.md §15. */
const APART_MS = 30 * 24 * 60 * 60 * 1000;
/** Of the operators, so many are looked at for one who could decide. */
const MOST_NAMED = 20;

interface Asked {
  what: 'request' | 'proposal' | 'download';
  /** Who asked. */
  by: string;
  isLiveKey?: boolean;
}

/**
 * Four eyes: returns when this operator may decide on what somebody else asked for. Every verb that wants a second
 * person asks here. Throws `FORBIDDEN` for what one asked oneself, for an operator whom nobody has confirmed, and where
 * one hand could hold both accounts, or the one who asked has confirmed the other: for 30 days after.
 */
export async function requireSecondPerson(ctx: UserContext, asked: Asked): Promise<void> {
  if (!ctx.isConfirmed) {
    throw new AppError(
      'FORBIDDEN',
      `No other operator has confirmed you yet, and until then you decide nothing.${await whoElse(ctx, asked)}`,
    );
  }
  if (asked.by === ctx.user.id) {
    throw new AppError(
      'FORBIDDEN',
      `Nobody decides a ${asked.what} of their own. Ask another operator.${await whoElse(ctx, asked)}`,
    );
  }
  const { isOneHand, isConfirmedByAsker } = await tiesBetween(ctx, asked);
  if (isConfirmedByAsker) {
    throw new AppError(
      'FORBIDDEN',
      `Whoever made this ${asked.what} has confirmed you in the last 30 days, so another operator decides it.${await whoElse(ctx, asked)}`,
    );
  }
  if (isOneHand) {
    const after = { user: ctx.user, now: () => new Date(ctx.now().getTime() + APART_MS) };
    const isForGood = (await tiesBetween(after, asked)).isOneHand;
    throw new AppError(
      'FORBIDDEN',
      `You and whoever made this ${asked.what} had your access from one hand: one of you, or one person for both, made the link or reset the two-factor authentication. ${isForGood ? 'Another' : 'For 30 days after, another'} operator decides it.${await whoElse(ctx, asked)}`,
    );
  }
}

/**
 * The same of a client's own people: returns when this person may decide on what a colleague asked for. Throws
 * `FORBIDDEN` for what one asked oneself, and where one hand let in both, or one of them the other, within 30 days.
 */
export async function requireSecondColleague(ctx: UserContext, by: string): Promise<void> {
  if (by === ctx.user.id) {
    throw new AppError(
      'FORBIDDEN',
      'Nobody decides a request of their own. Ask another owner or accountant of the account.',
    );
  }
  const { isOneHand } = await tiesBetween(ctx, { what: 'request', by }, { isClientsForGood: false });
  if (!isOneHand) return;
  throw new AppError(
    'FORBIDDEN',
    'You and whoever made this request had your access from one hand in the last 30 days: one of you, or one person for both, made the link or reset the two-factor authentication. Somebody else decides it.',
  );
}

/**
 * Whoever makes a link that sets a password, or resets a second factor, could hold the account: of an operator for 30
 * days, in which they would notice; of a client's person, whom we do not know, for good. The hands of an account are
 * itself and all such, link by link. The first owner of a new client has nothing to lose but a live key.
 */
async function tiesBetween(
  ctx: { now(): Date; user: { id: string } },
  { by, isLiveKey = false }: Asked,
  { isClientsForGood } = { isClientsForGood: true },
) {
  const since = new Date(ctx.now().getTime() - APART_MS).toISOString();
  const [row] = await sqlClient()`
    with recursive hands (account, hand) as (
      values (${by}::uuid, ${by}::uuid), (${ctx.user.id}::uuid, ${ctx.user.id}::uuid)
      union
      select h.account, g.by_user_id
      from hands h join access_grants g on g.user_id = h.hand join users u on u.id = g.user_id
      where g.by_user_id is not null and g.kind <> 'confirmed' and (g.kind <> 'opened' or ${isLiveKey})
        and (g.at > ${since} or ${isClientsForGood} and u.client_id is not null)
    )
    select
      exists (
        select from hands a join hands b using (hand) where a.account = ${by} and b.account = ${ctx.user.id}
      ) as is_one_hand,
      exists (
        select from access_grants
        where user_id = ${ctx.user.id} and by_user_id = ${by} and kind = 'confirmed' and at > ${since}
      ) as is_confirmed_by_asker`;
  return {
    isOneHand: row?.is_one_hand as boolean,
    isConfirmedByAsker: row?.is_confirmed_by_asker as boolean,
  };
}

/** With one alone, what takes two people waits for ever. */
export async function countWhoDecide(): Promise<number> {
  const [row] = await sqlClient()`select count(*)::int as count from users where ${mayDecide()}`;
  return row?.count as number;
}

function mayDecide() {
  return sqlClient()`client_id is null and role = 'admin' and disabled_at is null and confirmed_at is not null`;
}

/** Who could decide instead, by name; and what to do where nobody is left who could. */
async function whoElse(ctx: UserContext, asked: Asked): Promise<string> {
  const others = await sqlClient()`
    select id, name from users
    where ${mayDecide()} and id not in (${ctx.user.id}, ${asked.by})
    order by id limit ${MOST_NAMED}`;
  for (const { id, name } of others) {
    const ties = await tiesBetween({ now: ctx.now, user: { id } }, asked);
    if (!ties.isOneHand && !ties.isConfirmedByAsker) return ` ${name} could.`;
  }
  return ' There is no other operator yet who could: make one on the server with npm run admin:create -- --email you@example.com --name "Your Name".';
}
