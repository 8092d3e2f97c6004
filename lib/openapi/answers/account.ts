import { z } from 'zod';
import {
  anyAmount,
  anyId,
  anySignedAmount,
  count,
  createdAt,
  currency,
  exampleId,
  id,
  money,
  oneOf,
  provider,
  providerName,
  text,
  textOrNull,
  time,
} from '#lib/openapi/answers/fields';

export const balance = z
  .strictObject({
    ...money('available_balance', 'What can be paid out', 97_75),
    ...money('total_collected', 'All that customers paid', 150_00),
    ...money('platform_commissions', 'The share of the gateway', 2_25),
    ...money('net_collections', 'Collected less commissions', 147_75),
    ...money(
      'adjustments',
      'What people booked by hand, by evidence; below zero where more was taken than given',
      0,
    ),
    ...money(
      'total_paid_out',
      'Payouts that stand SUCCEEDED, and what a bank has paid of your settlements',
      25_00,
    ),
    ...money('total_refunded', 'Refunds that stand SUCCEEDED', 0),
    ...money(
      'held',
      'Payouts and refunds in flight or waiting for liquidity, and settlements that a bank has not paid yet',
      25_00,
    ),
    successful_collections: count('Collections that stand SUCCEEDED.', 1),
    total_payouts: count('Payouts that stand SUCCEEDED, and settlements that a bank has paid.', 1),
  })
  .meta({ id: 'Balance' });

export const stats = z
  .strictObject({
    ...money('total_volume', 'Succeeded collections of all time', 150_00),
    ...money('today_earnings', 'Collected today less commissions', 147_75),
    pending_transactions_count: count('Collections and payouts that are not final.', 1),
    ...money('pending_volume', 'Collections and payouts that are not final', 25_00),
  })
  .meta({ id: 'Stats' });

const chartDay = z.strictObject({
  date: z.iso.date().meta({ description: 'The day in Banjul.', examples: ['2026-11-20'] }),
  ...money('earnings', 'Net of commission', 147_75),
  count: count('Collections that were paid on this day.', 1),
});

export const earningsChart = z.array(chartDay).length(7).meta({
  description: 'The last seven days in Banjul, oldest first.',
});

export const profile = z
  .strictObject({
    id: id('The id of the account.'),
    name: text('The name of the business.', 'Serekunda Shop'),
    businessPhone: text('Its phone number.', '+2207000001'),
    businessEmail: text('Its e-mail address.', 'owner@example.com'),
    status: oneOf(['ACTIVE', 'SUSPENDED'], 'Whether the account may use the gateway.'),
  })
  .meta({ id: 'Profile' });

export const ledgerEntry = z
  .strictObject({
    journal_id: id('The journal that the entry is of; its entries sum to zero.'),
    transaction_id: anyId.nullable().meta({
      description: 'The transaction that moved the money; null without one, as where a float is funded.',
      examples: [exampleId],
    }),
    account: text('The account that was asked for.', 'available'),
    kind: text(
      'What happened; adjustment: two operators booked by evidence what a payment did not.',
      'collection_settled',
    ),
    amount: anySignedAmount.meta({
      description: 'Dalasis with two fraction digits; positive when it raises the balance.',
      examples: ['147.75'],
    }),
    ...money('balance_after', 'The balance of the account with this entry', 147_75),
    created_at: createdAt,
  })
  .meta({ id: 'LedgerEntry' });

const anyHash = z.string().regex(/^[0-9a-f]{64}$/);

const exampleHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const hash = (description: string) => anyHash.meta({ description, examples: [exampleHash] });

export const seal = z
  .strictObject({
    id: z
      .int()
      .positive()
      .meta({ description: '1, 2, 3 …, without a gap.', examples: [4711] }),
    sealed_at: time('When it was made.'),
    leaves: count('How many rows it is of.', 37),
    root: hash('Of the tree of its leaves, in hexadecimal.'),
    previous_chain: anyHash
      .nullable()
      .meta({ description: 'The chain of the seal before; null of the first.', examples: [exampleHash] }),
    chain: hash('SHA-256 of the chain before and of this seal.'),
  })
  .meta({ id: 'Seal' });

export const proof = z
  .strictObject({
    seal: seal.meta({ description: 'The seal that it is in.' }),
    rows: z
      .array(
        z.strictObject({
          kind: oneOf(['transactions', 'transaction_changes', 'journals', 'events'], 'What it is a row of.'),
          content: text('The row as it was hashed, byte for byte.', '{"table": "transactions", …}'),
          place: count('Which leaf of the seal it is, from 0.', 3),
          path: z
            .array(
              z.strictObject({
                side: oneOf(['left', 'right'], 'Where it stands beside the hash so far.'),
                hash: hash('The neighbour.'),
              }),
            )
            .meta({ description: 'From the leaf to the root.' }),
        }),
      )
      .meta({ description: 'What the seal has of the transaction.' }),
  })
  .meta({ id: 'Proof' });

const statementAmount = (description: string, example: string) =>
  anySignedAmount.meta({ description, examples: [example] });

const sideOrNull = (description: string, example: string | null) =>
  anyAmount.nullable().meta({ description, examples: [example] });

const statementLine = z
  .strictObject({
    at: time('When it was booked.'),
    kind: text(
      [
        'collection: what a customer paid, less the commission.',
        'payout: taken when it was accepted.',
        'payout_returned: it failed or was cancelled.',
        'reversal: it had been delivered and came back.',
        'refund: taken when it was accepted.',
        'refund_commission: the commission that returned with it.',
        'refund_returned: it failed or was cancelled.',
        'settlement: to your own bank, taken when it was asked for; one to a wallet is a payout.',
        'settlement_returned: it was cancelled, or the bank did not pay it or sent it back.',
        'adjustment: two operators booked by evidence what a payment did not.',
      ].join(' '),
      'collection',
    ),
    transaction_id: anyId.nullable().meta({
      description: 'The transaction that moved the money; null of a settlement to a bank.',
      examples: [exampleId],
    }),
    client_reference: textOrNull(
      'Your own name of the transaction; of a settlement to a bank the reference that your bank shows.',
      'order-1001',
    ),
    counterparty: textOrNull(
      'The name, else the number, of who paid or was paid; of a settlement the bank and the account; null without.',
      'Awa Ceesay',
    ),
    debit: sideOrNull('What left your balance; null where something came.', null),
    credit: sideOrNull('What came to your balance; null where something left.', '147.75'),
    balance: statementAmount('The balance with this line.', '147.75'),
  })
  .meta({ id: 'StatementLine' });

export const statement = z
  .strictObject({
    from: z.iso.date().meta({ description: 'The first day, in Banjul.', examples: ['2026-11-01'] }),
    to: z.iso.date().meta({ description: 'The last day, included.', examples: ['2026-11-20'] }),
    currency,
    opening_balance: statementAmount('The available balance when the first day began.', '0.00'),
    closing_balance: statementAmount('The one when the last day ended; of today, the one of now.', '147.75'),
    totals: z
      .record(
        z.string(),
        z.strictObject({
          count: count('How many lines.', 1),
          amount: statementAmount(
            'What they added to the balance; negative where they took from it.',
            '147.75',
          ),
        }),
      )
      .meta({
        description: 'By kind; one without lines is left out.',
        examples: [{ collection: { count: 1, amount: '147.75' } }],
      }),
    lines: z
      .array(statementLine)
      .meta({ description: 'One for each time that the balance was moved, the oldest first.' }),
  })
  .meta({ id: 'Statement' });

export const statementCsv = z.string().meta({
  description:
    'format=csv: RFC 4180, the fields of lines as columns. What a spreadsheet would run begins with an apostrophe.',
});

export const statementPdf = z.string().meta({ description: 'format=pdf: the same figures, to be printed.' });

export const railStatus = z
  .strictObject({
    provider,
    provider_name: providerName,
    style: oneOf(
      ['redirect', 'otp', 'card'],
      'How the customer pays: at a checkout address, by a one-time password, or on a card page.',
    ),
    operations: z
      .array(
        z.strictObject({
          operation: oneOf(['collection', 'payout'], 'Which way the money goes.'),
          status: oneOf(
            ['OPERATIONAL', 'DELAYED', 'CLOSED'],
            'OPERATIONAL: it works. DELAYED: it is slow or fails now and then. CLOSED: it does not answer, is switched off or is not connected.',
          ),
        }),
      )
      .meta({ description: 'What the rail can do, and how it does.' }),
  })
  .meta({ id: 'RailStatus' });

export const railFloat = z
  .strictObject({
    provider,
    provider_name: providerName,
    ...money('balance', 'What the sandbox float holds', 500_00),
  })
  .meta({ id: 'RailFloat' });

export const advanced = z
  .strictObject({
    advanced_seconds: count('How much time has passed.', 3600),
    done: count('How many things happened: words of rails, and attempts at webhooks.', 3),
  })
  .meta({ id: 'Advanced' });
