import { hostname } from 'node:os';
import { sqlClient } from '#db/client';
import { newId } from '#lib/ids';
import { periodicDueTimestampSeconds } from '#lib/metrics';
import { kairaVersion } from '#lib/version';

/** A worker says so often that it is there. */
export const TOLD_EVERY_MS = 10_000;

/** When a periodic job was last done by a worker, and when it is to be done again. */
export interface Turn {
  /** Null: not yet, since this worker began. */
  done_at: string | null;
  due_at: string;
}

/** What the periodic jobs of one worker have done, for `/metrics` and for the page of the installation's health. */
export class Turns {
  readonly #id = newId();
  readonly #startedAt = new Date();
  readonly #last: Record<string, Turn> = {};

  /** It is to be done for the first time, now. */
  begin(job: string): void {
    const now = Date.now();
    setDue(job, now);
    this.#last[job] = { done_at: null, due_at: new Date(now).toISOString() };
  }

  /** It was done, and is to be done again after so many milliseconds. */
  end(job: string, delayMs: number): void {
    const now = Date.now();
    setDue(job, now + delayMs);
    this.#last[job] = { done_at: new Date(now).toISOString(), due_at: new Date(now + delayMs).toISOString() };
  }

  /** Writes them down where every process reads them, and forgets workers that were last seen a day ago. */
  async tell(): Promise<void> {
    await sqlClient()`
      with gone as (delete from workers where seen_at < now() - interval '1 day' and id <> ${this.#id}::uuid)
      insert into workers (id, name, version, started_at, seen_at, turns)
      values (${this.#id}::uuid, ${`${hostname()} ${process.pid}`}::text, ${kairaVersion()}::text,
              ${this.#startedAt.toISOString()}::timestamptz, now(), ${JSON.stringify(this.#last)}::text::jsonb)
      on conflict (id) do update set seen_at = excluded.seen_at, turns = excluded.turns`;
  }
}

function setDue(job: string, at: number): void {
  periodicDueTimestampSeconds.set({ work: job }, at / 1000);
}
