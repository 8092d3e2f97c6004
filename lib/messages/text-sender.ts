import { keepInFolder, MailRefusal, messageIdOf } from '#lib/messages/mail-sender';
import { callRail } from '#lib/rails/call-rail';
import { settings } from '#lib/settings';

/** A short text to a mobile number. */
export interface ShortText {
  event: string;
  /** E.164: `+2207012345`. */
  to: string;
  text: string;
}

/** What carries such a text, as one SMS or as a message of a messenger. */
export interface TextSender {
  /** Returns once it was taken. Throws `MailRefusal` where it was not, and anything else where nobody knows. */
  send(text: ShortText): Promise<void>;
}

/** Where such a text goes: to a gateway, to a folder of this machine, or nowhere. */
export type TextWay = 'gateway' | 'folder' | 'none';

export function textWay(): TextWay {
  const { SMS_URL, KAIRA_MODE } = settings();
  if (SMS_URL !== undefined) return 'gateway';
  return KAIRA_MODE === 'production' ? 'none' : 'folder';
}

/** Of the two kinds of address that a message has: an e-mail's may begin with `+` as well. */
export function isMobile(address: string): boolean {
  return !address.includes('@');
}

/** As `TextSender.send`, by whatever this installation has. */
export function sendText(text: ShortText): Promise<void> {
  const { SMS_URL, SMS_HEADER, SMS_BODY } = settings();
  if (SMS_URL !== undefined && SMS_BODY !== undefined)
    return httpGateway({ url: SMS_URL, header: SMS_HEADER, body: SMS_BODY }).send(text);
  if (textWay() === 'folder') return keepInFolder({ ...text, address: text.to, subject: 'SMS' });
  return Promise.reject(new MailRefusal('SMS_URL is not set', false));
}

interface Gateway {
  url: string;
  /** `Name: value`. */
  header: string | undefined;
  /** With `{to}`, `{text}` and, where it has a name for it, `{id}`; JSON, or the fields of a form. */
  body: string;
}

/** Less than the lease of whoever sends it. */
const WITHIN_MS = 30_000;
/** It says for certain that it took nothing, and that later it may. */
const LATER = new Set([429, 503]);
/** What is wrong is ours to put right: its address or our key. */
const OUR_SETTINGS = new Set([300, 301, 302, 303, 307, 308, 401, 403, 404, 405, 407]);

/** A plain HTTP gateway. Its address is the operators' own setting, so it may be a private one. It is never asked twice by itself. */
export function httpGateway({ url, header, body }: Gateway, withinMs = WITHIN_MS): TextSender {
  return {
    async send({ event, to, text }) {
      const isJson = isJsonBody(body);
      const answer = await callRail({
        method: 'POST',
        url,
        headers: headerOf(header),
        text: {
          type: isJson ? 'application/json' : 'application/x-www-form-urlencoded',
          body: fillBody(body, { to, text, id: messageIdOf(event, to) }),
        },
        timeoutMs: withinMs,
        onFreshConnection: true,
      });
      // Why it is not reached may name the address, which may hold a key.
      if (answer.kind === 'not_sent') throw new MailRefusal('the SMS gateway is not reached', false);
      if (answer.kind === 'unknown') throw new Error('The SMS gateway gave no whole answer');
      const { status } = answer;
      if (status >= 200 && status < 300) return;
      const said = `the SMS gateway said ${status}`;
      if (LATER.has(status) || OUR_SETTINGS.has(status)) throw new MailRefusal(said, false);
      if (status < 500) throw new MailRefusal(said, true);
      // It may have passed the text on before it failed: a second one costs money and annoys.
      throw new Error(said);
    },
  };
}

function isJsonBody(body: string): boolean {
  return body.trimStart().startsWith('{');
}

/** Each value is written so that it cannot end its own field. */
function fillBody(body: string, values: { to: string; text: string; id: string }): string {
  const isJson = isJsonBody(body);
  return body.replaceAll(/\{(to|text|id)\}/g, (_all, name: keyof typeof values) =>
    isJson ? JSON.stringify(values[name]).slice(1, -1) : encodeURIComponent(values[name]),
  );
}

function headerOf(header: string | undefined): Record<string, string> {
  if (header === undefined) return {};
  const at = header.indexOf(':');
  return { [header.slice(0, at).trim()]: header.slice(at + 1).trim() };
}
