import type { RailAnswer, RailRequest } from '#lib/rails/call-rail';
import { current } from './stage.ts';

// Takes the place of lib/rails/call-rail.ts: the same answers, carried in virtual time instead of over HTTP.

const MAX_ANSWER_CHARACTERS = 262_144;
/** Unlike the wire, the simulation holds nobody up; a client's share is still counted against it. */
export const CONNECTIONS_PER_RAIL = 64;

export async function callRail(request: RailRequest): Promise<RailAnswer> {
  const { timeline, processes, faults, railChance: chance, rails } = current();
  await processes.mayDie();
  const answer = new Promise<RailAnswer>((resolve) => {
    const seconds = request.timeoutMs / 1_000;
    const late: RailAnswer = { kind: 'unknown', why: `the rail gave no full answer within ${seconds} s` };
    const giveUp = timeline.after(request.timeoutMs, () => resolve(late));
    const end = (result: RailAnswer) => {
      giveUp.isCancelled = true;
      resolve(result);
    };
    if (faults.strikes('rail_unreached')) {
      timeline.after(chance.between(1, 500), () =>
        end({ kind: 'not_sent', why: 'the connection was refused' }),
      );
      return;
    }
    const { method, url, headers = {}, json } = request;
    timeline.after(chance.between(1, 40), async () => {
      const text = json === undefined ? '' : JSON.stringify(json);
      const reply = await rails.ask(method, url, text, headers);
      timeline.after(chance.between(1, 40), () => end(toAnswer(reply)));
    });
  });
  const result = await processes.orDeath(answer);
  await processes.mayDie();
  return result;
}

function toAnswer(reply: Awaited<ReturnType<ReturnType<typeof current>['rails']['ask']>>): RailAnswer {
  if (reply === 'cut') return { kind: 'unknown', why: 'the connection broke before the answer was complete' };
  const { status, headers, text } = reply;
  if (text.length > MAX_ANSWER_CHARACTERS)
    return { kind: 'unknown', why: 'the answer is longer than 256 KB' };
  let json: unknown;
  try {
    if (/^application\/json/.test(headers['content-type'] ?? '')) json = JSON.parse(text);
  } catch {
    // An answer that is no JSON has none.
  }
  return { kind: 'answered', status, headers: new Headers(headers), json, excerpt: text.slice(0, 200) };
}

export function countdown(deadlineMs: number): () => number {
  const endsAt = performance.now() + deadlineMs;
  return () => Math.max(0, Math.round(endsAt - performance.now()));
}

export async function closeRailConnections(): Promise<void> {}
