import { Resolver } from 'node:dns/promises';

/**
 * Preloaded by `--import` into a server under test, so that cases 79 and 80 need no network: what each name answers,
 * one look-up after the other. The last answer stays. Any other name does not exist.
 */
const answers: Record<string, string[][]> = {
  'public.merchant.example': [['93.184.215.14']],
  '127.0.0.1.nip.example': [['127.0.0.1']],
  '10-0-0-1.sslip.example': [['10.0.0.1']],
  'metadata.merchant.example': [['169.254.169.254']],
  'mixed.merchant.example': [['93.184.215.14', '10.0.0.1']],
  'mapped.merchant.example': [['::ffff:127.0.0.1']],
  'six.merchant.example': [['2606:4700::1111', '::1']],
  'rebind.merchant.example': [['93.184.215.14'], ['127.0.0.1']],
  'late.merchant.example': [[], ['127.0.0.1']],
};
const asked = new Map<string, number>();

Object.assign(Resolver.prototype, {
  async resolve4(name: string): Promise<string[]> {
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    return found(name, times).filter((address) => !address.includes(':'));
  },
  async resolve6(name: string): Promise<string[]> {
    // Asked together with `resolve4`, just after it.
    return found(name, (asked.get(name) ?? 1) - 1).filter((address) => address.includes(':'));
  },
});

function found(name: string, times: number): string[] {
  const inOrder = answers[name];
  const addresses = inOrder?.[Math.min(times, inOrder.length - 1)] ?? [];
  if (addresses.length === 0) throw Object.assign(new Error(`ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return addresses;
}
