import { html } from 'hono/html';
import { currentLanguage, later, t } from '#lib/browser/language/words';
import { type Letter, NOBODY } from '#lib/messages/letter';
import { letters, type MessageKind } from '#lib/messages/letters';
import { plainName } from '#lib/messages/plain-name';
import { refreshRailFaces } from '#lib/rails/rail-faces';
import { settings } from '#lib/settings';

/** Whole addresses. */
interface Links {
  /** One with a token, which is not in the facts. */
  link?: string | undefined;
  /** Where its reader says that they do without this kind. */
  unsubscribe?: string | undefined;
}

export interface RenderedMessage {
  subject: string;
  text: string;
  html: string;
}

/** In the current language. Guarantee: the plain text and the HTML say the same, and neither is read as markup. */
export async function renderMessage(
  kind: string,
  facts: Record<string, string>,
  { link: sealedLink, unsubscribe }: Links = {},
): Promise<RenderedMessage> {
  await refreshRailFaces();
  const letter = (letters[kind as MessageKind] as (facts: Record<string, string>) => Letter)(
    named(kind, facts),
  );
  const { subject, path } = letter;
  const link = path === undefined ? sealedLink : settings().baseUrl + path;
  return {
    subject,
    text: textOf(letter, link, unsubscribe),
    html: await asHtml(letter, link, unsubscribe),
  };
}

/** Where `who` is one of Kaira's people; of a payout it is the recipient, with the client's own reference. */
const aboutPeople: readonly string[] = ['approval_waiting', 'key_revealed'] satisfies MessageKind[];

function named(kind: string, facts: Record<string, string>): Record<string, string> {
  const { name = '', who = '' } = facts;
  const plain = { ...facts, name: plainName(name, NOBODY) };
  return aboutPeople.includes(kind) ? { ...plain, who: plainName(who, t('Somebody')) } : plain;
}

function textOf({ paragraphs, button }: Letter, link?: string, unsubscribe?: string): string {
  const parts = [
    ...paragraphs,
    ...(button && link ? [`${button}:\n${link}`] : []),
    'Kaira',
    ...(unsubscribe ? [`${stop()}:\n${unsubscribe}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const stop = later('No more messages of this kind');

/** Styles stand at their elements, since much of what shows mail knows no other. */
async function asHtml(
  { subject, paragraphs, button }: Letter,
  link?: string,
  unsubscribe?: string,
): Promise<string> {
  const document = html`<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#171a21;background:#fff">
<div style="max-width:32rem;margin:0 auto">
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
${
  button &&
  link &&
  html`<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:12px 16px;border-radius:6px;background:#0f6868;color:#fff;font-weight:600;text-decoration:none">${button}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#565c69;overflow-wrap:anywhere">${link}</p>`
}
<p style="margin:32px 0 0;font-size:13px;color:#565c69">Kaira${unsubscribe && html` · <a href="${unsubscribe}" style="color:#565c69">${stop()}</a>`}</p>
</div></body></html>`;
  return (await document).toString();
}
