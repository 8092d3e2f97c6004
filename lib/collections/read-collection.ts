import {
  type CollectionRequest,
  collectionRequest,
  missingMobile,
} from '#lib/collections/collection-request';
import type { Context } from '#lib/context';
import { askedOfCollection } from '#lib/sandbox/scenario';
import { readInitiation } from '#lib/transactions/request';

/** Reads the body of a collection, and the scenario that its headers name; all faults are told at once. */
export async function readCollection(
  { environment }: Context,
  body: Record<string, unknown>,
  headers: Headers,
): Promise<CollectionRequest> {
  const { scenario, faults } = askedOfCollection(environment, headers);
  const moreFaults = [...missingMobile(body), ...faults];
  const schema = collectionRequest[environment];
  const request = await readInitiation(schema, body, environment, 'collection', moreFaults);
  return { ...request, ...(scenario && { scenario }) };
}
