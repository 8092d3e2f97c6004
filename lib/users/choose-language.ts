import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import type { Language } from '#lib/browser/language/languages';

/** What the caller reads from now on: messages, and the pages of whatever browser they sign in with. */
export async function chooseLanguage(ctx: UserContext, language: Language): Promise<void> {
  await sqlClient()`update users set language = ${language} where id = ${ctx.user.id}`;
}
