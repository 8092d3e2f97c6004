import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { RenderedMessage } from '#lib/messages/render-message';
import { settings } from '#lib/settings';
import { within } from '#lib/within';

/** Where a message goes: to a server of mail, to a folder of this machine, or nowhere. */
export type MailWay = 'smtp' | 'folder' | 'none';

/** In production a message is not laid down where whoever has the machine's backup reads its link. */
export function mailWay(): MailWay {
  const { SMTP_URL, KAIRA_MODE } = settings();
  if (SMTP_URL !== undefined) return 'smtp';
  return KAIRA_MODE === 'production' ? 'none' : 'folder';
}

export interface Mail extends RenderedMessage {
  event: string;
  address: string;
  unsubscribe?: string | undefined;
}

/** It was not sent, for certain; `isFinal` where it never will be. The message is ours and names nobody. */
export class MailRefusal extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Returns once it was taken. Throws `MailRefusal` where it was not, and anything else where nobody knows. */
export function sendMail(mail: Mail): Promise<void> {
  const way = mailWay();
  if (way === 'smtp') return sendBySmtp(mail);
  if (way === 'folder') return keepInFolder(mail);
  return Promise.reject(new MailRefusal('SMTP_URL is not set', false));
}

/** Less than the lease of whoever sends it. */
const WITHIN_MS = 60_000;
const STEP_MS = 15_000;

async function sendBySmtp({ event, address, subject, text, html, unsubscribe }: Mail): Promise<void> {
  const { SMTP_URL = '', MAIL_FROM = '', baseUrl } = settings();
  const transport = createTransport({
    url: SMTP_URL,
    // A link with a token crosses no network in clear.
    requireTLS: !isThisMachine(new URL(SMTP_URL).hostname),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = new URL(baseUrl).hostname;
  try {
    await within(
      WITHIN_MS,
      transport.sendMail({
        messageId: `<${messageIdOf(event, address)}@${host}>`,
        from: MAIL_FROM,
        to: { name: '', address },
        subject,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      }),
    );
  } catch (error) {
    throw refusalOf(error) ?? error;
  } finally {
    transport.close();
  }
}

/** Faults that come before a message is handed over. */
const beforehand = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EENVELOPE', 'ECONFIG', 'EPROXY']);

/** What an error says for certain; undefined where the message may have been taken all the same. */
function refusalOf(error: unknown): MailRefusal | undefined {
  const { responseCode, code, syscall } = error as { responseCode?: number; code?: string; syscall?: string };
  // A wrong password of ours is refused with a 5xx, and is put right; a wrong address is not.
  const isFinal = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH' && code !== 'ETLS';
  if (responseCode !== undefined)
    return new MailRefusal(`the server of the mail said ${responseCode}`, isFinal);
  if (syscall === 'connect' || beforehand.has(code ?? '')) {
    return new MailRefusal(`the server of the mail is not reached (${code})`, false);
  }
  return undefined;
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Laid down for its owner alone to read. */
export async function keepInFolder({
  address,
  subject,
  text,
  event,
}: Pick<Mail, 'address' | 'subject' | 'text' | 'event'>): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const content = `To: ${address}\nSubject: ${subject}\n\n${text}`;
  await writeFile(fileOf(event, address), content, { mode: 0o600 });
}

/** What was kept of a message in the folder, where it is one. */
export function readKept(event: string, address: string): Promise<string | undefined> {
  return readFile(fileOf(event, address), 'utf8').then(
    (content) => content.slice(content.indexOf('\n\n') + 2),
    () => undefined,
  );
}

/** Removes what was kept of a message in the folder; nothing where it is none. */
export function forgetKept(event: string, address: string): Promise<void> {
  return rm(fileOf(event, address), { force: true });
}

const folder = () => path.resolve(settings().KAIRA_DATA_DIR, 'outbox');
const fileOf = (event: string, address: string) => path.join(folder(), `${messageIdOf(event, address)}.txt`);

/** The same whenever a message is sent, and telling nobody what it is about. */
export function messageIdOf(event: string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([event, address]))
    .digest('hex')
    .slice(0, 32);
}
