import { sqlClient } from '#db/client';
import { ask as askFor } from '#lib/approvals/ask';
import type { UserContext } from '#lib/auth/user-context';
import { resumeClient, suspendClient } from '#lib/clients/update-client';
import type { Environment } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundLiveFloat } from '#lib/rails/fund-live-float';
import { confirmSettlement, returnSettlement } from '#lib/settlements/answer-settlement';
import {
  endSettlementFile,
  makeSettlementFile,
  writeSettlementFile,
} from '#lib/settlements/settlement-files';
import type { Bank } from './bank.ts';
import type { Suspension } from './books-check.ts';
import type { Chance } from './chance.ts';
import { ask, mustRefuse } from './office.ts';
import type { Operators } from './operators.ts';
import type { Desk } from './people.ts';
import { current } from './stage.ts';

// The operators who bring settlements to the bank and its answers back, and who close the books.

const day = 24 * 3_600_000;

interface Parts {
  clerk: UserContext;
  supervisor: UserContext;
  chance: Chance;
  bank: Bank;
  operators: Operators;
}

export function createSettlers({ clerk, supervisor, chance, bank, operators }: Parts) {
  const { look, timeline, violations } = current();
  /** The texts of files as the clerk has downloaded them; one that was discarded is torn up. */
  const inHand = new Map<string, string>();
  const given = new Set<string>();
  let closedUntil: string | undefined;

  async function pick<T extends object>(query: string): Promise<T | undefined> {
    const rows = await look((sql) => sql.unsafe<T[]>(`${query} limit 20`));
    return rows.length === 0 ? undefined : chance.of(rows as unknown as T[]);
  }

  async function makeFile(environment: Environment = chance.is(0.75) ? 'LIVE' : 'SANDBOX'): Promise<void> {
    const said = await ask(() => makeSettlementFile(clerk, environment));
    if ('value' in said) await download(said.value.id);
  }

  async function download(id: string): Promise<void> {
    const said = await ask(() => writeSettlementFile(clerk, id));
    if ('value' in said) inHand.set(id, said.value.text);
  }

  /** The bank gets what was downloaded; or the file is discarded by somebody who has not downloaded it. */
  async function endFile(isDiscarded = chance.is(0.2)): Promise<boolean> {
    const file = await pick<{ id: string }>(
      `select id from settlement_files where status = 'MADE' order by id`,
    );
    if (file === undefined) return false;
    if (!inHand.has(file.id)) await download(file.id);
    if (isDiscarded) {
      await mustRefuse('the discarding of a file that the same person has downloaded', () =>
        endSettlementFile(clerk, file.id, 'DISCARDED'),
      );
      await ask(() => endSettlementFile(supervisor, file.id, 'DISCARDED'));
      inHand.delete(file.id);
      return true;
    }
    await ask(() => endSettlementFile(clerk, file.id, 'SENT'));
    const text = inHand.get(file.id);
    if (text !== undefined && !given.has(file.id)) bank.take(text);
    given.add(file.id);
    return true;
  }

  async function answer(isReturned = chance.is(0.2), isTried = chance.is(0.4)): Promise<boolean> {
    const found = await pick<{ id: string }>(`select id from settlements where status = 'SENT' order by id`);
    if (found === undefined) return false;
    const { id } = found;
    if (isTried)
      await mustRefuse('what the bank made of a settlement', () => confirmSettlement(clerk, id, 'TB-0'));
    await ask(() =>
      isReturned
        ? returnSettlement(supervisor, id, 'The bank did not pay it.')
        : confirmSettlement(supervisor, id, `TB-${id.slice(-6)}`),
    );
    return true;
  }

  /** What the bank had paid is here again; whoever confirmed it does not say so. */
  async function sendBack(): Promise<void> {
    const found = await pick<{ id: string }>(
      `select id from settlements where status = 'CONFIRMED' order by id desc`,
    );
    if (found === undefined) return;
    const why = 'The account is closed.';
    if (chance.is(0.4))
      await mustRefuse('the return of a settlement', () => returnSettlement(supervisor, found.id, why));
    await ask(() => returnSettlement(clerk, found.id, why));
  }

  /** A client is suspended while a settlement of it waits, and a file is made meanwhile. */
  async function keepBack({ client }: Desk): Promise<void> {
    const waits = await pick(
      `select id from settlements where status = 'REQUESTED' and client_id = '${client.id}'`,
    );
    const isUnderWay = operators.suspensions.some(({ until }) => until === Infinity);
    if (isUnderWay || waits === undefined) return;
    const own: Suspension = { clientId: client.id, from: Infinity, until: Infinity };
    operators.suspensions.push(own);
    await ask(() => suspendClient(supervisor, client.id, 'Somebody else has its keys.'));
    const before = await idsInFiles(client.id);
    await makeFile('LIVE');
    await makeFile('SANDBOX');
    const left = (await idsInFiles(client.id)).filter((id) => !before.includes(id));
    if (left.length > 0)
      violations.push(`${left.join(', ')} went into a file while its client was suspended`);
    await ask(() => resumeClient(supervisor, client.id, 'It has new keys.'));
    own.until = timeline.now;
  }

  async function idsInFiles(clientId: string): Promise<string[]> {
    const rows = await look(
      (sql) => sql`select id from settlements where client_id = ${clientId} and status = 'IN_FILE'`,
    );
    return rows.map(({ id }) => id as string);
  }

  /**
   * The month before this one, as `closePeriod` does, but for its recount and its digest: those want connections of their
   * own, which stand outside of virtual time.
   */
  async function closeMonth(): Promise<void> {
    const now = new Date(timeline.now);
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    if (closedUntil !== undefined || timeline.now < first + day) return;
    const last = new Date(first - day).toISOString().slice(0, 10);
    const asked = await ask(() => {
      const from = sqlClient()`
        select jsonb_build_object('environment', 'LIVE', 'last_day', ${last}::text) as details, null::uuid as key_id`;
      return askFor(clerk, { clientId: HOUSE_CLIENT_ID, kind: 'period_close', environment: null, from });
    });
    if (!('value' in asked) || asked.value === undefined) return;
    const { id } = asked.value;
    const close = {
      ...{
        environment: 'LIVE',
        last_day: last,
        approval_id: id,
      },
      // Statements of other databases on this server would make it differ from run to run.
      settled_after: '3',
      ...{ digest: '0'.repeat(64), audit_id: newId(now), audit_checks: 0, asked_at: now },
      ...{ asked_by: clerk.user.id, asked_by_name: clerk.user.name },
      ...{ closed_by: supervisor.user.id, closed_by_name: supervisor.user.name },
    };
    const said = await ask(
      () => sqlClient()`
        with counted as (
          select count(*)::text as entries from entries
          where environment = 'LIVE' and created_at < (${last}::text::date + 1)::timestamp at time zone 'UTC'
        ), decided as (
          update approvals set status = 'DONE', decided_by = ${supervisor.user.id}, decided_by_name = ${supervisor.user.name},
            decided_at = now(), ended_at = now() where client_id = ${HOUSE_CLIENT_ID} and id = ${id} and status = 'PENDING' returning 1
        )
        select close_period(${JSON.stringify(close)}::jsonb || jsonb_build_object('entries', entries)) from counted, decided`,
    );
    if ('value' in said) closedUntil = last;
  }

  /** Somebody whose clock stands in a month that is closed. */
  async function bookTooLate(): Promise<void> {
    if (closedUntil === undefined) return;
    const then = new Date(Date.parse(`${closedUntil}T12:00:00Z`));
    const id = newId(then);
    const order = { id, amount: 1_00n, note: 'too late' };
    const said = await fundLiveFloat({ ...clerk, now: () => then }, 'PROVIDER_W', order).then(
      () => 'done',
      (error: { code?: string; cause?: { code?: string } }) => error.code ?? error.cause?.code,
    );
    if (said !== 'KA020') violations.push(`a top-up dated into a closed month was answered with ${said}`);
  }

  async function finish(): Promise<void> {
    for (const environment of ['LIVE', 'SANDBOX'] as const) await makeFile(environment);
    while (await endFile(false));
    while (await answer(false, false));
  }

  return { makeFile, endFile, answer, sendBack, keepBack, closeMonth, bookTooLate, finish };
}
