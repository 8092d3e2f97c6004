import { sqlClient } from '#db/client';
import { asLanguage, defaultLanguage, type Language } from '#lib/browser/language/languages';
import { newId } from '#lib/ids';
import { inLanguage } from '#lib/language/in-language';
import { describeError, log } from '#lib/log';
import { MailRefusal, sendMail } from '#lib/messages/mail-sender';
import { renderMessage } from '#lib/messages/render-message';
import type { RequestFacts } from '#lib/messages/request-letters';
import { shortRequest } from '#lib/messages/short-text';
import { isMobile, sendText } from '#lib/messages/text-sender';
import { unsubscribePath } from '#lib/messages/unsubscribe';
import { isStillAsked } from '#lib/payment-requests/write-to-customer';
import { places, unseal } from '#lib/seal';
import { settings } from '#lib/settings';

/** Longer than a server of mail may take. What is not ended by then may have been sent, and is not sent again. */
const LEASE_SECONDS = 120;
/** After the first refusal, and twice as long after each. */
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 60 * 60;

export interface ClaimedMessage {
  event: string;
  address: string;
  kind: string;
  facts: Record<string, string>;
  linkSealed: Buffer | null;
  /** Of the person of the address; English where nobody of ours has it, as of a client's customer. */
  language: Language;
  attempts: number;
  leaseToken: string;
  lagSeconds: number;
}

/** In hand at a time: of as many texts as there are, and of a gateway that does not answer, no letter waits. */
const MOST_TEXTS = 2;

/**
 * Takes messages that are due under a lease: letters first, then texts, of each those that waited longest. What is of no use any more is given up, and
 * what a worker that died had in hand is in doubt: a person is told at most once.
 */
export async function claimMessages(limit: number): Promise<ClaimedMessage[]> {
  const leaseToken = newId();
  const rows = await sqlClient()`
    with mail as (
      select event, address, status, run_at, useful_until from messages
      where run_at <= now() and address like '%@%' order by run_at limit ${limit} for update skip locked
    ), texts as (
      select event, address, status, run_at, useful_until from messages
      where run_at <= now() and address not like '%@%'
      order by run_at limit greatest(0, ${MOST_TEXTS} - (
        select count(*) from messages
        where status = 'SENDING' and address not like '%@%' and run_at > now() and run_at <= now() + make_interval(secs => ${LEASE_SECONDS})))
      for update skip locked
    ), due as (
      select *, status = 'WAITING' and useful_until > now() as good from (
        select * from mail union all select * from texts limit ${limit}
      ) m
    )
    update messages m
    set status = case when due.good then 'SENDING' when due.status = 'SENDING' then 'IN_DOUBT' else 'GIVEN_UP' end,
        attempts = m.attempts + due.good::int, lease_token = case when due.good then ${leaseToken}::uuid end,
        run_at = case when due.good then now() + make_interval(secs => ${LEASE_SECONDS}) end,
        link_sealed = case when due.good then m.link_sealed end
    from due where m.event = due.event and m.address = due.address
    returning m.*, extract(epoch from now() - due.run_at)::float8 as lag,
      (select language from users where email = m.address) as language`;
  return rows
    .filter(({ status }) => status === 'SENDING')
    .map((row) => ({
      event: row.event,
      address: row.address,
      kind: row.kind,
      facts: row.facts,
      linkSealed: row.link_sealed,
      language: asLanguage(row.language) ?? defaultLanguage,
      attempts: row.attempts,
      leaseToken,
      lagSeconds: row.lag,
    }));
}

/** Guarantee: what was taken, or may have been, is not sent again; what was refused for now is, later and later. */
export async function sendMessage(message: ClaimedMessage): Promise<void> {
  const { address, kind, facts } = message;
  if (kind === 'payment_request' && !(await isStillAsked(facts.code ?? '', address)))
    return end(message, 'GIVEN_UP', 'it is paid or closed, or its reader wants none');
  const send = await inLanguage(message.language, () =>
    isMobile(address) ? prepareShort(message) : prepareLetter(message),
  );
  try {
    await send();
  } catch (error) {
    // Neither the address nor what a server said of it is told to a log.
    if (!(error instanceof MailRefusal)) {
      log.warn({ kind, ...describeError(error), message: undefined }, 'a message may have been sent or not');
      return end(message, 'IN_DOUBT', 'it is not known whether it was taken');
    }
    if (error.isFinal) return end(message, 'GIVEN_UP', error.message);
    log.info({ kind, attempts: message.attempts, why: error.message }, 'a message is tried again later');
    return tryAgain(message, error.message);
  }
  await end(message, 'SENT', null);
}

async function prepareLetter({
  event,
  address,
  kind,
  facts,
  linkSealed,
}: ClaimedMessage): Promise<() => Promise<void>> {
  const { baseUrl } = settings();
  const link = linkSealed === null ? undefined : baseUrl + unseal(places.messageLink(event), linkSealed);
  const stop = unsubscribePath({ address, kind });
  const unsubscribe = stop && baseUrl + stop;
  const rendered = await renderMessage(kind, facts, { link, unsubscribe });
  return () => sendMail({ event, address, ...rendered, unsubscribe });
}

/** Only customers of clients are written to by number, and only of what they are asked to pay. */
function prepareShort({ event, address, facts }: ClaimedMessage): () => Promise<void> {
  const text = shortRequest(facts as RequestFacts, settings().baseUrl);
  return () => sendText({ event, to: address, text });
}

async function end(
  message: ClaimedMessage,
  status: 'SENT' | 'IN_DOUBT' | 'GIVEN_UP',
  fault: string | null,
): Promise<void> {
  await sqlClient()`
    update messages
    set status = ${status}, fault = ${fault}, run_at = null, lease_token = null, link_sealed = null,
        sent_at = case when ${status} = 'SENT' then now() end
    where ${isOurs(message)}`;
}

async function tryAgain(message: ClaimedMessage, fault: string): Promise<void> {
  const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (message.attempts - 1));
  await sqlClient()`
    update messages
    set status = 'WAITING', fault = ${fault}, lease_token = null, run_at = now() + make_interval(secs => ${seconds})
    where ${isOurs(message)}`;
}

function isOurs({ event, address, leaseToken }: ClaimedMessage) {
  return sqlClient()`event = ${event} and address = ${address} and lease_token = ${leaseToken} and status = 'SENDING'`;
}
