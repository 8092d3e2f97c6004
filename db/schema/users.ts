import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';
import { clients } from './clients.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** A person who signs in to a dashboard. `clientId` is null for the operators' staff. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    clientId: uuid().references(() => clients.id),
    /** Lower case. */
    email: text().notNull(),
    /**
     * Of somebody whom a client added by an address that signs in elsewhere: that address. `email` is then nobody's,
     * and their link sets no password, so that the client is not told and nothing of the other account is touched.
     */
    invitedAs: text(),
    /** When a link that went by e-mail alone was opened; null where nobody has. */
    emailConfirmedAt: time(),
    name: text().notNull(),
    role: text({
      enum: ['admin', 'support', 'owner', 'accountant', 'developer', 'cashier', 'viewer'],
    }).notNull(),
    /** argon2id, encoded with its parameters; null until an invitation is accepted. */
    passwordHash: text(),
    /** Encrypted. Set before `totpEnabledAt`, while a first code is awaited. */
    totpSecretSealed: bytea(),
    totpEnabledAt: time(),
    /** The time step of the last code that was taken: no code of that step or an earlier one is taken again. */
    totpLastStep: bigint({ mode: 'number' }),
    disabledAt: time(),
    /** Of the operators' staff: since when they may do more than read. Null until another operator confirms them. */
    confirmedAt: time(),
    /** Of an owner: the last line of the audit log among the notices about people that they have put away. */
    noticesSeen: uuid(),
    /** The kinds of messages that they do without (lib/messages/choices.ts); what is about security is none of them. */
    messagesOff: text().array().notNull().default(sql`'{}'`),
    /** What they read, as lib/browser/language/languages.ts names it; null: as their browser says, and messages in English. */
    language: text(),
    /** Filters of transactions under names of their own; `query` as the address has it. */
    savedFilters: jsonb().$type<{ name: string; query: string }[]>().notNull().default(sql`'[]'`),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    index('users_client').on(t.clientId),
    // Nobody of a client's is staff, whatever wrote the row.
    check('users_role_fits_client', sql`(client_id is null) = (role in ('admin', 'support'))`),
    check(
      'users_not_of_house',
      sql`client_id is distinct from '00000000-0000-7000-8000-000000000000' or disabled_at is not null`,
    ),
  ],
);

/**
 * Who gave whom a way in, and when: it is kept for good, since who could hold two accounts is not two persons
 * (lib/auth/second-person.ts). Append-only.
 */
export const accessGrants = pgTable(
  'access_grants',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /**
     * `made`: added, with a link that sets the password. `opened`: the same, as the first owner of a new client.
     * `invited`: given another link. `reset`: the second factor was. `confirmed`: as an operator.
     */
    kind: text({ enum: ['made', 'opened', 'invited', 'reset', 'confirmed'] }).notNull(),
    /** Null: whoever has the machine, by the command line. */
    byUserId: uuid(),
    /** The name at that time. */
    byName: text(),
    at: time().notNull(),
  },
  (t) => [index('access_grants_user').on(t.userId, t.at)],
);

/** The one session of a user: a new log-in replaces it. */
export const sessions = pgTable(
  'sessions',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    /** Named by the token in the cookie. */
    id: uuid().notNull(),
    createdAt: time().notNull(),
    /** Of the last request, to within a minute. */
    lastSeenAt: time().notNull(),
    /** When the person last gave the password, and the code where one is wanted; null: at the log-in. */
    provedAt: time(),
    address: text(),
    userAgent: text(),
  },
  (t) => [uniqueIndex('sessions_id').on(t.id)],
);

/** A link with which a person sets the first password, or a new one. */
export const invitations = pgTable(
  'invitations',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: bytea().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [index('invitations_user').on(t.userId)],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** SHA-256 of 80 random bits. */
    codeHash: bytea().notNull(),
    usedAt: time(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Failed log-ins by account and address, as rate-limiter-flexible keeps them. */
export const loginThrottles = pgTable('login_throttles', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
});

/** Who did what in a dashboard, with what was before and after. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    at: time().notNull(),
    /** Null for what nobody signed in did, such as a log-in that failed. */
    userId: uuid(),
    /** The name at that time. */
    userName: text(),
    /** Whose account it is about; null for the operators' own. */
    clientId: uuid(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }),
    /** `noun.verb`, such as `webhook_endpoint.created`. */
    action: text().notNull(),
    subjectId: text(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
  },
  (t) => [
    index('audit_log_client').on(t.clientId, t.id).where(sql`client_id is not null`),
    // One kind of change, over all accounts.
    index('audit_log_action').on(t.action, t.id),
    index('audit_log_user').on(t.userId, t.id).where(sql`user_id is not null`),
  ],
);
