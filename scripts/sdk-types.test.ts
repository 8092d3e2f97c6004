import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '#lib/openapi/document';
import { sdkTypes, sdkTypesFile } from '#scripts/sdk-types';

const document = openApiDocument('http://localhost:3000');

test("the SDK's types are those of the description: `npm run sdk:types` writes them", () => {
  expect(readFileSync(sdkTypesFile, 'utf8')).toBe(sdkTypes(document));
});

test('a field that is added to an answer, a request or the query changes the types', () => {
  const changed = structuredClone(document);
  const { Balance } = changed.components.schemas as Record<string, { properties: Record<string, unknown> }>;
  Object.assign(Balance?.properties ?? {}, { added_to_an_answer: { type: ['integer', 'null'] } });
  const list = changed.paths['/api/v1/client/transactions']?.get;
  list?.parameters.push({ name: 'added_to_a_query', in: 'query', required: false, schema: { enum: ['a'] } });
  const initiate = changed.paths['/api/v1/payouts/initiate']?.post?.requestBody;
  const body = initiate?.content['application/json']?.schema as { properties: Record<string, unknown> };
  Object.assign(body.properties, { added_to_a_request: { const: 'b' } });

  const text = sdkTypes(changed);
  expect(text).toContain('added_to_an_answer?: number | null;');
  expect(text).toContain("added_to_a_query?: 'a' | undefined;");
  expect(text).toContain("added_to_a_request?: 'b' | undefined;");
});
