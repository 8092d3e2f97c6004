/** The score: one line for each attack, and the totals. */

export type Finding = [good: boolean, says: string];

const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;

export const ONLY = option('--only');
export const PORT = Number(option('--port') ?? 21700);
export const KEEP = process.argv.includes('--keep');
/** Another checkout of the product to attack, with its pages built: to compare releases. */
export const ROOT = option('--root') ?? new URL('../..', import.meta.url).pathname;

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
export const say = (line: string) => process.stdout.write(`${line}\n`);

const results: { name: string; ok: boolean }[] = [];
let group = '';

/** Whether a group of attacks was asked for; its name stands before each of its lines. */
export function begin(name: string) {
  group = name;
  return !ONLY || ONLY.split(',').some((word) => name.includes(word));
}

/** Runs one attack. It is good when every finding is; what broke on the way is a failure too. */
export async function attack(name: string, work: () => Promise<Finding[]>) {
  let findings: Finding[];
  try {
    findings = await work();
  } catch (error) {
    findings = [[false, `could not be tried: ${error instanceof Error ? error.message : error}`]];
  }
  const ok = findings.length > 0 && findings.every(([good]) => good);
  results.push({ name, ok });
  const says = findings.map(([good, text]) => (good ? text : `✗ ${text}`)).join('; ');
  say(`${ok ? 'ok  ' : 'FAIL'} ${group}: ${name} — ${says.replaceAll('\n', ' ').slice(0, 900)}`);
}

/** A fact that is told and not judged. */
export const note = (text: string) => say(`     ${group}: ${text}`);

export function total() {
  const failed = results.filter(({ ok }) => !ok).length;
  say(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
