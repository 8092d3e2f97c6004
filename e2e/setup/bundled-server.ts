import path from 'node:path';
import { bundleServer } from '#scripts/bundle-server';

/** What the tests start: made of the sources as they are, as the build makes production's. */
export const serverFile = path.resolve(import.meta.dirname, '../../.next/cache/kaira-tests/server.mjs');

/** The projects of one run share it. */
const shared = globalThis as { kairaTestBundle?: Promise<void> };

export default async function setup(): Promise<void> {
  shared.kairaTestBundle ??= bundleServer(serverFile);
  await shared.kairaTestBundle;
}
