import { z } from 'zod';
import { id, oneOf, success, text, time } from '#lib/openapi/answers/fields';

export const readiness = z.strictObject({
  status: oneOf(['ready', 'not_ready'], 'Whether the process can do its work.'),
  missing: z
    .array(
      oneOf(
        ['draining', 'database', 'migrations', 'machine', 'history', 'worker'],
        'What keeps it from its work: `draining` is a shutdown, `worker` that due jobs are not done, the others are the checks of that name.',
      ),
    )
    .meta({
      description:
        'What is missing; empty when it is ready. Of what could not be looked at, because the database is away, nothing is said here.',
      examples: [[]],
    }),
  checks: z
    .strictObject({
      draining: z.boolean().meta({ description: 'Whether it is shutting down.', examples: [false] }),
      database: z.boolean().meta({ description: 'Whether it reaches its database.', examples: [true] }),
      migrations: z
        .boolean()
        .meta({ description: 'Whether the database has every migration.', examples: [true] }),
      machine: z.boolean().meta({
        description:
          'Whether functions, triggers, constraints, indexes, columns and grants are as this release ships them, as this process saw them when it started.',
        examples: [true],
      }),
      history: z.boolean().meta({
        description:
          'Whether nothing that was acknowledged is known to be missing in the database; false also when that could not be read.',
        examples: [true],
      }),
      worker_lag_seconds: z
        .number()
        .nullable()
        .meta({
          description: 'For how long the oldest job has been due; null when that could not be read.',
          examples: [0],
        }),
    })
    .meta({ description: 'What the verdict follows from.' }),
});

export const signedIn = z.strictObject({
  user: z
    .strictObject({
      id: id('The id of the person.'),
      email: text('Their e-mail address.', 'owner@shop.example.com'),
      name: text('Their name.', 'Awa Ceesay'),
      role: text('What they may do.', 'owner'),
    })
    .meta({ description: 'Who is signed in.' }),
  expires_at: time('When the session ends, if no request prolongs it.'),
});

/** Signed in, or asked for the second factor first. */
export const logIn = z.union([
  success(signedIn),
  z.strictObject({
    status: z.literal('two_factor_required').meta({ description: 'A code is wanted first.' }),
    data: z
      .strictObject({
        challenge_token: text('Goes to `POST /auth/two-factor` with the code.', 'eyJhbGciOiJIUzI1NiJ9.e30.x'),
        expires_at: time('Until when the code is taken.'),
      })
      .meta({ description: 'The challenge.' }),
  }),
]);
