import { z } from 'zod';
import { changePassword } from '#lib/auth/change-password';
import { askToConfirmEmail } from '#lib/auth/confirm-email';
import { secretField } from '#lib/auth/secret-field';
import type { StartedSession } from '#lib/auth/sessions';
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes } from '#lib/auth/two-factor';
import type { UserContext } from '#lib/auth/user-context';
import { type Language, languages } from '#lib/browser/language/languages';
import type { SessionRequest, SessionRouteOptions } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { inLanguage } from '#lib/language/in-language';
import { languageOf } from '#lib/language/request-language';
import { nameField } from '#lib/users/add-user';
import { chooseLanguage } from '#lib/users/choose-language';
import { chooseMessages, messageChoices } from '#lib/users/choose-messages';
import { getAccount } from '#lib/users/get-account';
import { renameAccount } from '#lib/users/rename-account';

/** What everybody may do with their own account, through either door: each is one method of one path. */
const own = <Result>(options: SessionRouteOptions<UserContext, Result>) => ({
  ...options,
  isOwnAccount: true,
});

const code = secretField('code');
const password = secretField('password');
const passwordRequest = z.object({ current_password: password, password });
const disableRequest = z
  .object({ password, code: code.optional(), recovery_code: secretField('recovery_code').optional() })
  .refine((body) => (body.code === undefined) !== (body.recovery_code === undefined), {
    path: ['code'],
    message: 'Give either a code or a recovery_code.',
  });

const nameChange = z.object({ name: nameField });
const languageChoice = z.object({ language: z.enum(Object.keys(languages) as Language[]) });

const presentSession = ({ session }: { session: StartedSession }) => ({
  expires_at: session.expiresAt.toISOString(),
});

/** What an answer says in words is for the page that asked. */
function inTheirs<Result>({ headers }: SessionRequest, work: () => Result): Result {
  return inLanguage(languageOf({ url: '', headers }), work);
}

export const account = {
  read: own({ handle: (ctx, request) => inTheirs(request, () => getAccount(ctx)) }),

  change: own({
    handle: async (ctx, { body }) => {
      // One thing at a time, so that either is done whole.
      if (!('language' in Object(body))) return renameAccount(ctx, validate(nameChange, body).name);
      await chooseLanguage(ctx, validate(languageChoice, body).language);
      return { user: ctx.user };
    },
  }),

  chooseMessages: own({
    handle: (ctx, request) =>
      inTheirs(request, () => chooseMessages(ctx, validate(messageChoices, request.body).off)),
  }),

  askToConfirmEmail: own({ handle: (ctx) => askToConfirmEmail(ctx) }),

  changePassword: own({
    handle: async (ctx, { body }) => {
      const given = validate(passwordRequest, body);
      return { session: await changePassword(ctx, given.current_password, given.password) };
    },
    session: ({ session }) => session,
    present: presentSession,
  }),

  beginTwoFactor: own({
    handle: (ctx, { body }) => beginTwoFactor(ctx, validate(z.object({ password }), body).password),
  }),

  confirmTwoFactor: own({
    handle: (ctx, { body }) => confirmTwoFactor(ctx, validate(z.object({ code }), body).code),
    session: ({ session }) => session,
    present: ({ recoveryCodes }) => ({ recovery_codes: recoveryCodes }),
  }),

  disableTwoFactor: own({
    handle: (ctx, { body }) => {
      const given = validate(disableRequest, body);
      return disableTwoFactor(ctx, { ...given, recoveryCode: given.recovery_code });
    },
    session: ({ session }) => session,
    present: presentSession,
  }),

  renewRecoveryCodes: own({
    handle: (ctx, { body }) => renewRecoveryCodes(ctx, validate(z.object({ password, code }), body)),
    present: (codes) => ({ recovery_codes: codes }),
  }),
};
