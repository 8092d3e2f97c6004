import type { UserContext } from '#lib/auth/user-context';
import { askForConnection } from '#lib/rails/ask-for-connection';
import { findConnectionRequest } from '#lib/rails/connection-request';
import { settingName } from '#lib/rails/connections';
import { approveConnection } from '#lib/rails/decide-connection';
import type { RailDefinition } from '#lib/rails/rail';

// How two operators connect a rail to what other settings reach: each goes on with what is open where a process died
// after it was asked. Each step may be taken again until it is done.

export function askForOther(
  { traits: { provider }, live }: RailDefinition,
  settings: Readonly<Record<string, string>>,
) {
  const names = Object.keys(live?.fields ?? {});
  const fields = Object.fromEntries(names.map((name) => [name, settings[settingName(provider, name)] ?? '']));
  return async (operator: UserContext): Promise<void> => {
    if (await findConnectionRequest(provider)) return;
    await askForConnection(operator, provider, { fields });
  };
}

export function approveOther({ traits: { provider } }: RailDefinition) {
  return async (operator: UserContext): Promise<void> => {
    const request = await findConnectionRequest(provider);
    if (request) await approveConnection(operator, provider, { request_id: request.id });
  };
}
