import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { scenarios } from '#db/scenarios/index';
import { keysOf, nameIds, play, type Scenario } from '#db/scenarios/stage';
import { copyTemplate, startThrowAwayPostgres, type ThrowAwayPostgres } from '#e2e/setup/throw-away-postgres';
import { withCallers } from '#proof/mutation/function-calls';

// Asks the scenarios of db/scenarios whether they notice a mistake, as db/scenarios.db.test.ts does: a function is made anew and
// the scenarios are played in one transaction, which is rolled back. One takes a fraction of a second.

/** A scenario that never ends has noticed it. */
const ENDS_WITHIN_MS = 60_000;

interface Known {
  scenario: Scenario;
  /** How it goes, as it stands beside it. */
  expected: string;
  /** What it has called, by PostgreSQL's own counts. */
  functions: Set<string>;
}

export interface Stage {
  root: string;
  server: ThrowAwayPostgres;
  sql: Sql;
  keys: Map<string, string[]>;
  known: Known[];
  /** What has noticed mistakes, the last one last: it is asked first, for the next mistake stands beside the one before. */
  noticed: Set<string>;
}

export const markOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

export async function openStage(root: string): Promise<Stage> {
  const server = await startThrowAwayPostgres();
  const url = await copyTemplate(server.url, `kaira_mutants_${randomUUID().slice(0, 8)}`);
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: {
      application_name: 'kaira scenarios',
      statement_timeout: ENDS_WITHIN_MS,
      TimeZone: 'UTC',
      track_functions: 'all',
    },
  });
  const stage = {
    root,
    server,
    sql,
    keys: await keysOf(sql),
    known: knownOf(root),
    noticed: new Set<string>(),
  };
  try {
    await sql.unsafe('begin');
    for (const each of stage.known) {
      const before = await callsOf(sql);
      const text = await play(sql, stage.keys, each.scenario, each.expected);
      if (text.trim() !== each.expected.trim())
        throw new Error(`This scenario goes otherwise without a mistake: ${each.scenario.title}`);
      const after = await callsOf(sql);
      for (const [name, calls] of after) if (calls > (before.get(name) ?? 0)) each.functions.add(name);
    }
    await sql.unsafe('rollback');
  } catch (error) {
    await closeStage(stage);
    throw error;
  }
  return stage;
}

async function callsOf(sql: Sql): Promise<Map<string, number>> {
  const rows =
    await sql`select funcname as name, calls::int from pg_stat_xact_user_functions where schemaname = 'public'`;
  return new Map(rows.map(({ name, calls }) => [name, calls]));
}

/** What a scenario is and how it goes, so that a change of either is seen. */
export const marksOfScenarios = (root: string) =>
  new Map(
    knownOf(root).map(({ scenario, expected }) => [
      scenario.title,
      markOf(nameIds(JSON.stringify(scenario)) + expected),
    ]),
  );

function knownOf(root: string): Known[] {
  return Object.entries(scenarios).flatMap(([file, all]) => {
    const texts = readFileSync(path.join(root, 'db/scenarios', file), 'utf8').split(/^(?=# )/m);
    return all.map((scenario, at) => ({ scenario, expected: texts[at] ?? '', functions: new Set() }));
  });
}

export async function closeStage({ sql, server }: Stage): Promise<void> {
  await sql.end();
  await server.stop();
}

/** The scenario that notices it, undefined where none does; null where PostgreSQL makes no such function. */
export async function askScenarios(
  stage: Stage,
  statement: string,
  of: string,
): Promise<string | undefined | null> {
  try {
    return await firstToNotice(stage, statement, of);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

class Refused extends Error {}

async function firstToNotice(stage: Stage, statement: string, of: string): Promise<string | undefined> {
  const { root, sql, keys, known, noticed } = stage;
  const turns = new Map([...noticed].map((title, turn) => [title, turn + 1]));
  const turn = ({ scenario }: Known) => turns.get(scenario.title) ?? 0;
  await sql.unsafe('begin');
  try {
    await sql.unsafe(statement).catch((error: { code?: string }) => {
      if (/^(42|22|2F)/.test(String(error.code))) throw new Refused();
      throw error;
    });
    const all = withCallers(root, of);
    const asked = known.filter(
      ({ functions, scenario }) =>
        scenario.steps.some(([, call]) => call.includes(`${of}(`)) ||
        [...functions].some((each) => all.has(each)),
    );
    for (const each of asked.sort((a, b) => turn(b) - turn(a))) {
      const { scenario, expected } = each;
      const text = await play(sql, keys, scenario, expected).catch((error: { code?: string }) => {
        if (error.code === undefined) throw error;
        return '';
      });
      if (text.trim() === expected.trim()) continue;
      noticed.delete(scenario.title);
      noticed.add(scenario.title);
      return scenario.title;
    }
    return undefined;
  } finally {
    await sql.unsafe('rollback');
  }
}
