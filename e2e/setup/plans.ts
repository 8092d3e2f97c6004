import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { closeDatabase } from '#db/client';
import { superuserSql } from '#e2e/setup/test-database';

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

export interface RanStatement {
  text: string;
  plan: PlanNode;
}

/** Has the test's own server write the plan of every statement of this database, with the rows that it went through. */
export async function watchPlans(): Promise<{ since(): RanStatement[] }> {
  const sql = superuserSql();
  const [row] = await sql`select current_database() as name, current_setting('data_directory') as folder`;
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_nested_statements': 'on',
  };
  for (const [name, value] of Object.entries(settings)) {
    await sql.unsafe(`alter database ${row?.name} set ${name} = '${value}'`);
  }
  // A connection has them from its beginning on.
  await closeDatabase();
  const log = path.join(row?.folder, '../postgres.log');
  let read = statSync(log).size;
  return {
    since() {
      const bytes = readFileSync(log).subarray(read);
      read += bytes.length;
      return [...bytes.toString('utf8').matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
        const ran = JSON.parse(json.replaceAll(/^\t/gm, ''));
        return { text: ran['Query Text'].replaceAll(/\s+/g, ' ').trim(), plan: ran.Plan };
      });
    },
  };
}

/** More than there are ways to look, such as the statuses and rails that a filter leaves; and more than there are edges. */
const MANY_TIMES = 10;
const MANY_EDGES = 100;

/** Where a plan goes through a good part of `rows` rows again and again, in words; undefined: nowhere. */
export function repeatedReading({ text, plan }: RanStatement, rows: number): string | undefined {
  const at = [plan];
  for (let node = at.pop(); node; node = at.pop()) {
    const { 'Actual Loops': loops = 0, 'Actual Rows': found = 0 } = node;
    const removed = node['Rows Removed by Filter'] ?? 0;
    const unmatched = node['Rows Removed by Join Filter'] ?? 0;
    const isRepeated = loops > MANY_TIMES && found + removed > rows / 4;
    if (isRepeated || unmatched * loops > MANY_EDGES * rows) {
      const name = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ');
      return `${name}, ${loops} times ${found + removed + unmatched} rows: ${text.slice(0, 300)}`;
    }
    at.push(...(node.Plans ?? []));
  }
  return undefined;
}
