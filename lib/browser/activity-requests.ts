import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { roleName } from '#lib/browser/role-names';

/** What a line of the audit log holds; its names are those of the database. */
export type Fields = Record<string, unknown>;

/** What somebody asked to be done, as it stands behind `approved` and the like. */
export function requestOf(fields: Fields): string {
  const amount = money(String(fields.amount));
  switch (fields.kind) {
    case 'new_key':
      return t('a new key');
    case 'key_rotation':
      return fields.last4 ? t('a rotation of the key {key}', { key: keyOf(fields) }) : t('a key rotation');
    case 'period_close':
      return t('closing the live books until {day}', { day: String(fields.last_day) });
    case 'payout':
      return t('a payout of {amount}', { amount });
    case 'refund':
      return t('a refund of {amount}', { amount });
    case 'payout_batch':
      return t('paying a file of {amount}', { amount });
    case 'settlement':
      return t('a settlement of {amount}', { amount });
    case 'application':
      return t('the papers of the business');
    case 'settlement_account':
      return t('settlements to {account}', { account: accountOf(fields) });
    case 'payout_approval':
      return t('a change of which payments wait for a second person');
    case 'ip_allowlist':
      return t('a change of the IP allowlist');
    case 'house_money':
      return t('booking GMD {amount} of the house’s money at {provider}', {
        amount: String(fields.amount),
        provider: String(fields.provider),
      });
    default:
      return personOf(fields);
  }
}

function personOf(fields: Fields): string {
  const [name, email, role] = [String(fields.name), String(fields.email), roleName(String(fields.role))];
  if (fields.kind === 'new_person') return t('adding {name} ({email}) as {role}', { name, email, role });
  if (fields.kind === 'password_link') return t('a new password link for {name} ({email})', { name, email });
  return fields.kind === 'new_operator'
    ? t('confirming {name} ({email}) as {role}', { name, email, role })
    : t('a change');
}

export function accountOf({ holder, bank, account_number, mobile }: Fields): string {
  return bank
    ? t('the account {number} at {bank}', { number: String(account_number), bank: String(bank) })
    : t('the wallet {mobile} of {holder}', { mobile: String(mobile ?? ''), holder: String(holder ?? '') });
}

export function keyOf({ prefix, last4 }: Fields): string {
  return `${prefix ?? ''}…${last4 ?? ''}`;
}

/** `PROVIDER_W:collection` as `collections on Wallet W`. */
export function railOf(subject: string): string {
  const [name, direction] = subject.split(':');
  const provider = name ? railName(name) : t('a provider');
  if (direction === 'collection') return t('collections on {provider}', { provider });
  return direction === 'payout'
    ? t('payouts on {provider}', { provider })
    : t('payments on {provider}', { provider });
}
