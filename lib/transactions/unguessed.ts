import { sqlClient } from '#db/client';
import type { Environment } from '#lib/context';

/**
 * A client and an environment in SQL, for a look-up by a whole key: as values that the planner does not see, so that it
 * reckons with the average client. Of one that its statistics do not know yet it expects a single row, for which any
 * index that begins with the two is as good as the key's own, and all rows of the client are read for each look-up.
 */
export function unguessed(owner: { client: { id: string }; environment: Environment }) {
  const sql = sqlClient();
  return {
    client: sql`(select ${owner.client.id}::uuid)`,
    environment: sql`(select ${owner.environment}::text)`,
  };
}
