import { setTimeout as wait } from 'node:timers/promises';
import { type Bindings, compare, copyOf, noBindings, show } from './compare.ts';
import type { Answer } from './expected.ts';
import { permutations, worldsAfter } from './explore.ts';
import { copyOfHeard, type Heard, judgeHeard, nothingHeard } from './hear.ts';
import { pressButton } from './page.ts';
import { answer, press, type Request } from './requests.ts';
import { makeClients, type Stage, uuid } from './stage.ts';
import { Unclear } from './webhooks.ts';
import type { World } from './world.ts';

/** What is done to the product and to the model alike. */
export type Step =
  | { do: 'ask'; request: Request }
  /** All at once: the product may take them in any order. */
  | { do: 'together'; requests: Request[] }
  | { do: 'press'; payment: string; button: 'Pay' | 'Decline' | 'Cancel' }
  /** What the server of that account answers webhooks with from now on. */
  | { do: 'replies'; account: string; status: number };

export interface Played {
  steps: Step[];
  /** How many answers, and webhooks, were compared. */
  answers: number;
  webhooks: number;
  /** What differed at the last step; empty: nothing. */
  differences: string[];
  /** Disagreements of known.ts that were met. */
  known: ReadonlySet<string>;
  /** Statuses that were answered, by method and path. */
  statuses: Record<string, number>;
}

/** A world that agrees with all that was seen so far. */
interface Candidate {
  world: World;
  bindings: Bindings;
  heard: Heard;
}

interface Got {
  status: number;
  headers: Headers;
  text: string;
}

/** What happens at once is there within so many milliseconds, on a slow machine as well. */
const PATIENCE_MS = 8000;
/** So long may a webhook still come that is not sent in every world that may be. */
const GRACE_MS = 1500;
/** A chapter takes no more real time than the model may leave out of account. */
const CHAPTER_MS = 45_000;

/**
 * Two clients, with nothing in them yet, live through the steps, in the product and in the model. `next` is asked for
 * one step after the other with the world as it stands; undefined: that was the last. Ends with the first difference.
 */
export async function play(
  stage: Stage,
  next: (world: World, index: number) => Step | undefined,
  isToBeTold: (step: Step, index: number) => void = () => {},
): Promise<Played> {
  const game = await Game.begin(stage);
  const { played } = game;
  const endsAt = performance.now() + CHAPTER_MS;
  for (let index = 0; performance.now() < endsAt; index++) {
    const step = next(game.world, index);
    if (step === undefined) break;
    played.steps.push(step);
    isToBeTold(step, index);
    try {
      await game.take(step);
    } catch (error) {
      // Where steps were left out, a retry may be due just when a call of `advance` ends.
      if (error instanceof Unclear) return played;
      throw error;
    }
    if (played.differences.length > 0) return played;
  }
  await game.lookAtAll();
  return played;
}

class Game {
  readonly played: Played = {
    steps: [],
    answers: 0,
    webhooks: 0,
    differences: [],
    known: new Set(),
    statuses: {},
  };
  #candidates: Candidate[] = [];
  readonly #texts = new Map<number, string>();
  #steps = 0;
  /** What is sent for clients of a game that is over is none of this one. */
  readonly #name = uuid();

  readonly stage: Stage;
  readonly keys: Record<string, string>;

  private constructor(stage: Stage, keys: Record<string, string>) {
    this.stage = stage;
    this.keys = keys;
  }

  static async begin(stage: Stage): Promise<Game> {
    const { world, keys } = await makeClients(stage);
    const game = new Game(stage, keys);
    stage.receiver.received.length = 0;
    game.#candidates = [{ world, bindings: noBindings(), heard: nothingHeard() }];
    await game.#makeEndpoints();
    return game;
  }

  get world(): World {
    return (this.#candidates[0] as Candidate).world;
  }

  /** One in each sandbox that has all, and at A one of the older form. */
  async #makeEndpoints(): Promise<void> {
    for (const [account, form] of [
      ['A SANDBOX', 'current'],
      ['A SANDBOX', 'legacy'],
      ['B SANDBOX', 'current'],
    ] as const) {
      const url = `${this.stage.receiver.url}/${this.#name}/${uuid()}`;
      const raw = JSON.stringify({ url, payload_form: form });
      const path = '/api/v1/webhook-endpoints';
      const got = await this.#send({ key: `${account} full`, method: 'POST', path, raw });
      const { data } = JSON.parse(got.text) as { data: { id: string; secret: string } };
      this.world.accounts[account]?.endpoints.push({
        ...{ id: data.id, url, events: [], form, description: null, status: 'ACTIVE', createdAt: '' },
        ...{ secrets: [data.secret], replies: 200 },
      });
    }
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'ask') await this.#ask([step.request]);
    else if (step.do === 'together') await this.#ask(step.requests);
    else if (step.do === 'press') await this.#press(step.payment, step.button);
    else this.#replies(step.account, step.status);
    if (this.played.differences.length > 0) return;
    await this.#hear();
    if (this.played.differences.length > 0) return;
    await this.#look(step);
  }

  #replies(name: string, status: number): void {
    for (const { world } of this.#candidates) {
      for (const endpoint of world.accounts[name]?.endpoints ?? []) {
        endpoint.replies = status;
        this.stage.receiver.replies.set(new URL(endpoint.url).pathname, status);
      }
    }
  }

  /** The requests at once, and the worlds in which they were taken in some order. */
  async #ask(requests: Request[]): Promise<void> {
    const first = this.#steps;
    this.#steps += requests.length;
    const from = Date.now();
    const bindings = (this.#candidates[0] as Candidate).bindings;
    const got = await Promise.all(requests.map((request) => this.#send(request, bindings)));
    const to = Date.now();
    requests.forEach((request, index) => {
      const { status, text } = got[index] as Got;
      const path = request.path
        .split('?')[0]
        ?.replaceAll(/⟨[^⟩]*⟩/g, '{id}')
        .replace(/status\/.*/, 'status/{reference}');
      const name = `${request.method} ${path} ${status}`;
      this.played.statuses[name] = (this.played.statuses[name] ?? 0) + 1;
      this.#texts.set(first + index, text);
    });
    this.played.answers += requests.length;
    for (const each of this.#candidates) {
      for (let index = 0; index < requests.length; index++) each.bindings.steps[first + index] = { from, to };
    }
    const orders = requests.length === 1 ? [[0]] : permutations(requests.length);
    this.#keep((candidate) =>
      orders.flatMap((order) => this.#inOrder(candidate, requests, got, order, first)),
    );
  }

  #inOrder(
    candidate: Candidate,
    requests: Request[],
    got: Got[],
    order: number[],
    first: number,
  ): { candidate: Candidate; differences: string[] }[] {
    let open = [{ candidate, differences: [] as string[] }];
    for (const index of order) {
      const request = requests[index] as Request;
      open = open.flatMap(({ candidate: { world, bindings, heard }, differences }) => {
        if (differences.length > 0) return [];
        const outcomes = worldsAfter(world, (each) => {
          each.step = first + index;
          return answer(each, request);
        });
        return outcomes.map(([after, told]) => {
          const seen = copyOf(bindings);
          const wrong = this.#differences(told, got[index] as Got, seen);
          const about = wrong.map((line) => `${request.method} ${request.path}: ${line}`);
          return {
            candidate: { world: after, bindings: seen, heard: copyOfHeard(heard) },
            differences: about,
          };
        });
      });
      const right = open.filter((each) => each.differences.length === 0);
      if (right.length === 0) return open;
      open = right;
    }
    return open;
  }

  #differences(told: Answer, got: Got, bindings: Bindings): string[] {
    if (told.status !== got.status) {
      return [`expected status ${told.status}, got ${got.status} ${show(got.text)}`];
    }
    const shown = Object.fromEntries(Object.keys(told.headers).map((name) => [name, got.headers.get(name)]));
    const headers = compare(told.headers, shown, bindings, 'headers');
    if (told.sameTextAs !== undefined) {
      const same = this.#texts.get(told.sameTextAs) === got.text;
      return same ? headers : [...headers, `another text than the first answer: ${show(got.text)}`];
    }
    let body: unknown;
    try {
      body = JSON.parse(got.text);
    } catch {
      return [`no JSON: ${show(got.text)}`];
    }
    return [...headers, ...compare(told.body, body, bindings)];
  }

  /** Of all worlds that may be, those in which nothing differs; where there is none, what differs in the likeliest. */
  #keep(judge: (candidate: Candidate) => { candidate: Candidate; differences: string[] }[]): void {
    const judged = this.#candidates.flatMap(judge);
    const right = judged.filter(({ differences }) => differences.length === 0);
    if (right.length > 0) this.#candidates = right.slice(0, 24).map(({ candidate }) => candidate);
    this.played.known = (this.#candidates[0] as Candidate).bindings.met;
    if (right.length === 0) this.played.differences = judged[0]?.differences ?? ['no world is left'];
  }

  async #send(request: Request, bindings: Bindings = noBindings()): Promise<Got> {
    const real = (text: string) =>
      text.replaceAll(/⟨([^⟩]+)⟩/g, (_whole, name: string) => bindings.of.get(name) ?? NO_ID);
    const { key, method, path, raw, contentType = 'application/json', idempotencyKey, scenario } = request;
    const response = await fetch(this.stage.baseUrl + real(path), {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${this.keys[key]}` }),
        ...(raw !== undefined && { 'content-type': contentType }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(scenario !== undefined && { 'x-gw-scenario': scenario }),
      },
      ...(raw !== undefined && { body: real(raw) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Until each attempt that must have been made has come: in every world that may be, or at last in one of them. */
  async #hear(): Promise<void> {
    const startedAt = performance.now();
    for (;;) {
      this.#judgeWhatCame();
      if (this.played.differences.length > 0) return;
      const open = this.#candidates.map((candidate) => missingIn(candidate));
      const waited = performance.now() - startedAt;
      if (open.every((missing) => missing.length === 0)) return;
      if (waited > GRACE_MS && open.some((missing) => missing.length === 0)) {
        this.#candidates = this.#candidates.filter((_, index) => open[index]?.length === 0);
        return;
      }
      if (waited > PATIENCE_MS) {
        const [missing = []] = open;
        this.played.differences = missing.map(
          (each) => `${each} did not come within ${PATIENCE_MS / 1000} s`,
        );
        return;
      }
      await wait(3);
    }
  }

  #judgeWhatCame(): void {
    const came = this.stage.receiver.received
      .splice(0)
      .filter(({ path }) => path.startsWith(`/${this.#name}/`));
    if (came.length === 0) return;
    this.played.webhooks += came.length;
    this.#keep((candidate) => {
      const bindings = copyOf(candidate.bindings);
      const heard = copyOfHeard(candidate.heard);
      const { differences } = judgeHeard(Object.values(candidate.world.accounts), came, heard, bindings);
      return [{ candidate: { ...candidate, bindings, heard }, differences }];
    });
  }

  /** The balance and the floats of whoever did something; what goes out by itself has a moment for it. */
  async #look(step: Step): Promise<void> {
    const requests = step.do === 'ask' ? [step.request] : step.do === 'together' ? step.requests : [];
    const accounts = new Set(
      step.do === 'press'
        ? [step.payment.split(' ').slice(0, 2).join(' ')]
        : requests
            .filter(({ method }) => method === 'POST')
            .flatMap(({ key }) => this.world.keys[key ?? '']?.account ?? []),
    );
    for (const account of accounts) {
      if (!account.endsWith('SANDBOX')) continue;
      await this.#eventually({ key: `${account} full`, method: 'GET', path: '/api/v1/client/balance' });
      await this.#eventually({ key: `${account} full`, method: 'GET', path: '/api/v1/sandbox/rail-floats' });
    }
  }

  /** From page to page by the cursor, to the end. */
  async #walk(account: string, key: string): Promise<void> {
    const path = '/api/v1/client/transactions?limit=7';
    for (let cursor = ''; this.played.differences.length === 0; ) {
      const step = this.#steps;
      await this.#ask([{ key, method: 'GET', path: path + cursor }]);
      const next = `cursor ${account} ${step}`;
      if (this.world.accounts[account]?.cursors[next] === undefined) return;
      cursor = `&cursor=⟨${next}⟩`;
    }
  }

  async #eventually(request: Request): Promise<void> {
    const endsAt = performance.now() + PATIENCE_MS / 4;
    const before = this.#candidates;
    for (;;) {
      await this.#ask([request]);
      if (this.played.differences.length === 0 || performance.now() > endsAt) return;
      this.#candidates = before;
      this.played.differences = [];
      await wait(20);
    }
  }

  async #press(payment: string, button: string): Promise<void> {
    const step = this.#steps++;
    const { bindings } = this.#candidates[0] as Candidate;
    const page = bindings.of.get(`page of ${payment}`);
    const from = Date.now();
    const status = page === undefined ? 0 : await pressButton(page, button);
    const to = Date.now();
    for (const each of this.#candidates) each.bindings.steps[step] = { from, to };
    if (page === undefined) return;
    this.#keep((candidate) =>
      worldsAfter(candidate.world, (world) => {
        world.step = step;
        return press(world, payment, button);
      }).map(([world, isOpen]) => ({
        candidate: { world, bindings: copyOf(candidate.bindings), heard: copyOfHeard(candidate.heard) },
        // No document says what the page shows when it is over.
        differences:
          isOpen && status >= 400 ? [`the page of ${payment} answered ${status} to ${button}`] : [],
      })),
    );
  }

  /** Everything that can be read, at the end. */
  async lookAtAll(): Promise<void> {
    const today = new Date().toISOString().slice(0, 10);
    for (const account of ['A SANDBOX', 'B SANDBOX', 'A LIVE']) {
      const key = `${account} full`;
      const paths = [
        ...['/api/v1/client/balance', '/api/v1/client/stats', '/api/v1/client/earnings-chart'],
        ...[`/api/v1/client/statement?from=${today}&to=${today}`, '/api/v1/client/transactions?limit=100'],
        ...this.world.accounts[account]!.payments.flatMap(({ type, reference, id }) => [
          `/api/v1/${type}s/status/${encodeURIComponent(reference)}`,
          `/api/v1/${type}s/status/⟨${id}⟩`,
          `/api/v1/events?limit=100&transaction_id=⟨${id}⟩`,
          `/api/v1/webhook-deliveries?limit=100&transaction_id=⟨${id}⟩`,
        ]),
        '/api/v1/client/ledger?limit=100',
      ];
      for (const path of paths) {
        // An attempt is in the log a moment after the receiver had it.
        await this.#eventually({ key, method: 'GET', path });
        if (this.played.differences.length > 0) return;
      }
      await this.#walk(account, key);
      if (this.played.differences.length > 0) return;
    }
    // What came after all that was expected is one too many.
    await this.#hear();
  }
}

/** Of nothing: where the step that would have made it was left out. */
const NO_ID = '0199aaaa-0000-7000-8000-000000000000';

function missingIn({ world, heard, bindings }: Candidate): string[] {
  return judgeHeard(Object.values(world.accounts), [], heard, bindings).missing;
}
