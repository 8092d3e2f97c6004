import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

// npm run books:verify -- --from DIR [--chain ID=HEX]: recounts an export of the books (npm run books:export) without
// anything of Kaira: this file alone, and Node. It computes each leaf from its row, each root from its leaves (RFC 6962),
// the chain from the first seal to the last, the sum of each journal and each balance. With --chain it wants the seal of
// that number to be the one that you kept. Ends with 1 where something does not fit.

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
/** Of a row that is gone: the leaf of an empty object. */
const GONE = sha256(LEAF, '{}').toString('hex');
const NAMED = 20;

const argument = (name: string) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
const from = argument('--from');
const kept = argument('--chain')?.split('=');
if (from === undefined) {
  console.error('Say what: npm run books:verify -- --from DIR [--chain ID=HEX]');
  process.exit(2);
}

async function* lines(name: string) {
  const reader = createInterface({
    input: createReadStream(`${from}/${name}`),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of reader) if (line !== '') yield JSON.parse(line);
}

const faults: string[] = [];
/** The last leaf of each row; of one that may not change, all that it has. */
const leaves = new Map<string, Set<string>>();
const roots = new Map<number, Buffer[]>();
for await (const { seal, kind, key, hash, state } of lines('leaves.jsonl')) {
  const name = `${kind} ${key}`;
  if (state || !leaves.has(name)) leaves.set(name, new Set());
  leaves.get(name)?.add(hash);
  if (!roots.has(seal)) roots.set(seal, []);
  roots.get(seal)?.push(Buffer.from(hash, 'hex'));
}

// What was erased of a customer (docs/guides/customers.md): the leaf that a row had is not that of the row any more. That it
// was erased is a sealed row itself.
for await (const { kind, content } of lines('rows.jsonl')) {
  if (kind !== 'erased_rows') continue;
  const { kind: of, key, before } = JSON.parse(content);
  leaves.get(`${of} ${key}`)?.delete(before.replace('\\x', ''));
}

function rootOf(level: Buffer[]): Buffer {
  let nodes = level;
  while (nodes.length > 1) {
    const above: Buffer[] = [];
    for (let i = 0; i < nodes.length; i += 2) {
      const [left, right] = [nodes[i] as Buffer, nodes[i + 1]];
      above.push(right ? sha256(NODE, left, right) : left);
    }
    nodes = above;
  }
  return nodes[0] ?? sha256('');
}

let chain = Buffer.alloc(0);
let seals = 0;
for await (const seal of lines('seals.jsonl')) {
  seals++;
  const own = roots.get(seal.id) ?? [];
  if (seal.id !== seals) faults.push(`seal ${seal.id} stands where ${seals} should`);
  if (own.length !== seal.leaves || rootOf(own).toString('hex') !== seal.root)
    faults.push(`seal ${seal.id} is not the root of its leaves`);
  chain = sha256(chain, `${seal.id} ${seal.sealed_at} ${seal.leaves} ${seal.root}`);
  if (chain.toString('hex') !== seal.chain)
    faults.push(`seal ${seal.id} does not follow from the one before`);
  if (kept?.[0] === String(seal.id) && kept[1] !== seal.chain)
    faults.push(`seal ${seal.id} is not the one that you kept`);
}
if (kept && Number(kept[0]) > seals) faults.push(`seal ${kept[0]}, which you kept, is not there`);

const waiting = new Set<string>();
for await (const { id, kind, key } of lines('waiting.jsonl')) waiting.add(id ?? `${kind} ${key}`);
const balances = new Map<string, bigint>();
let rows = 0;
for await (const { kind, key, content } of lines('rows.jsonl')) {
  rows++;
  const name = `${kind} ${key}`;
  const row = JSON.parse(content);
  const known = leaves.get(name);
  const waits = waiting.has(name) || waiting.has(row.transaction_id) || waiting.has(row.id ?? key);
  const hash = sha256(LEAF, content).toString('hex');
  const isState = kind === 'transaction_states' || waiting.has(name);
  if (known === undefined ? !waits : !(known.size === 1 && known.has(hash)) && !(isState && waits))
    faults.push(`${name} was ${known === undefined || known.has(GONE) ? 'added' : 'changed'}`);
  leaves.delete(name);
  if (kind === 'journals') {
    let sum = 0n;
    for (const [client, environment, account, bututs] of row.entries ?? []) {
      sum += BigInt(bututs);
      const at = `${client} ${environment} ${account}`;
      balances.set(at, (balances.get(at) ?? 0n) + BigInt(bututs));
    }
    if (sum !== 0n) faults.push(`journal ${key} does not sum to zero`);
  }
}
for (const [name, known] of leaves) if (!known.has(GONE)) faults.push(`${name} was removed`);
for await (const { client_id, environment, account, bututs } of lines('balances.jsonl')) {
  const at = `${client_id} ${environment} ${account}`;
  if ((balances.get(at) ?? 0n) !== BigInt(bututs))
    faults.push(`the balance of ${at} is not the sum of its entries`);
  balances.delete(at);
}
for (const [at, bututs] of balances) if (bututs !== 0n) faults.push(`the entries of ${at} are on no account`);

for (const fault of faults.slice(0, NAMED)) console.log(fault);
console.log(
  `${seals} seals, ${rows} rows, ${faults.length} faults; the chain ends with ${chain.toString('hex')}`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
