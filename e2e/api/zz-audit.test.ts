import { expect, inject, test } from 'vitest';
import { connect } from '#db/client';
import { booksAreSound } from '#e2e/setup/sound-books';
import { auditLedger } from '#lib/ledger/audit';
import { collect, fund, newAccount, payOut, reaches, settle } from './support.ts';

// The database of all files is audited once the last of them has ended (`e2e/setup/server.ts`). This one shows that the
// audit looks at what the API wrote.

test('the audit of the books that the server writes counts them, and finds no violation', async () => {
  const api = await newAccount();
  const rows = async (): Promise<number> => {
    const sql = connect(inject('databaseUrl'), 1, 'audit');
    try {
      const lines = await auditLedger(sql);
      return lines.reduce((sum, line) => sum + line.rowsChecked, 0);
    } finally {
      await sql.end();
    }
  };
  const before = await rows();
  await settle(api, '90.00');
  await fund(api, '20.00');
  await payOut(api, { amount: '20.00' });
  await payOut(api, { amount: '30.00' });
  const declined = await collect(api, { amount: '400.00' });
  await reaches(api, 'collections', declined.client_reference, 'FAILED');
  expect(await rows()).toBeGreaterThan(before);
  await booksAreSound(inject('databaseUrl'));
});
