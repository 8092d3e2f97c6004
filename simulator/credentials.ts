import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Wallet } from './book.ts';
import type { CredentialName } from './world.ts';

type Credentials = Record<CredentialName, string>;

/**
 * What a wallet is reached by: what is given, else what was made up at the first start with this book, and is kept beside
 * it. Without a book it is made up anew. The folder of the book must be there.
 */
export function openCredentials(book: string | undefined) {
  const file = book && `${book}.credentials`;
  const kept: Partial<Record<Wallet, Partial<Credentials>>> =
    file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return (wallet: Wallet, given: Partial<Credentials> = {}): Credentials => {
    const own = { ...madeUp(wallet), ...kept[wallet] };
    kept[wallet] = own;
    if (file) writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
    return { ...own, ...given };
  };
}

function madeUp(wallet: Wallet): Credentials {
  const secret = (prefix: string) => prefix + randomBytes(24).toString('base64url');
  const isFirst = wallet === 1;
  return {
    RAIL_W_API_KEY: secret('wave_sn_prod_'),
    RAIL_W_NOTICE_SECRETS: secret('wave_sn_WHS_'),
    RAIL_A_USERNAME: isFirst ? 'kaira' : 'kaira-2',
    RAIL_A_MOBILE: isFirst ? '7000000' : '7000001',
    RAIL_A_PASSWORD: secret(''),
    RAIL_C_API_KEY: secret('sk_'),
    RAIL_C_NOTICE_SECRETS: secret('whsec_'),
    RAIL_C_CARD_MERCHANT_ID: isFirst ? 'KAIRA' : 'KAIRA2',
    RAIL_C_CARD_API_PASSWORD: secret(''),
    RAIL_C_CARD_NOTICE_SECRETS: secret('whsec_'),
  };
}
