import { staffContext } from '#e2e/setup/people';
import { askForConnection, askForDisconnection } from '#lib/rails/ask-for-connection';
import { approveConnection } from '#lib/rails/decide-connection';
import type { ConnectionView } from '#lib/rails/present-connection';

type Asked = Parameters<typeof askForConnection>[2];

/** A live rail's connection, by one operator who asks and another one who approves. */
export async function connectRail(provider: string, asked: Asked): Promise<ConnectionView> {
  return approved(provider, await askForConnection(staffContext(), provider, asked));
}

export async function disconnectRail(provider: string): Promise<ConnectionView> {
  return approved(provider, await askForDisconnection(staffContext(), provider));
}

/** The first connection of a rail wants nobody else. */
async function approved(provider: string, view: ConnectionView): Promise<ConnectionView> {
  if (view.request === null) return view;
  return approveConnection(staffContext(), provider, { request_id: view.request.id });
}
