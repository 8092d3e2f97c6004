import type { DescribedOperation, OpenApiDocument } from '#lib/openapi/document';

// What the SDKs' types for Python and PHP are written from: the description, in the order in which both declare it.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

/** What the gateway answers may grow: its enums stay open. What it is sent may not. */
export type Direction = 'request' | 'answer';

interface SdkOperation {
  id: string;
  method: string;
  path: string;
  /** Whether what it answers is wrapped as `data`. */
  isWrapped: boolean;
  scenarios: Schema | undefined;
}

export interface SdkDescription {
  types: { name: string; schema: Schema; way: Direction }[];
  operations: SdkOperation[];
}

export function describeSdk({ components, paths }: OpenApiDocument): SdkDescription {
  const types = (Object.entries(components.schemas) as [string, Schema][])
    .filter(([, schema]) => !schema.properties?.error)
    .map(([name, schema]) => ({ name, schema, way: 'answer' as Direction }));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => !tags.includes('Sessions'))
      .map(([method, operation]) => {
        types.push(...typesOf(operation));
        const header = operation.parameters.find(({ name }) => name === 'X-Gw-Scenario');
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          isWrapped: isWrapped(answerOf(operation)),
          scenarios: header?.schema as Schema | undefined,
        };
      }),
  );
  return { types, operations };
}

export function pascal(field: string): string {
  return field.replace(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function typesOf(operation: DescribedOperation): SdkDescription['types'] {
  const name = operation.operationId.charAt(0).toUpperCase() + operation.operationId.slice(1);
  const found: SdkDescription['types'] = [];
  const body = operation.requestBody?.content['application/json']?.schema as Schema | undefined;
  if (body) found.push({ name: `${name}Body`, schema: body, way: 'request' });
  const answer = answerOf(operation);
  if (answer.properties && !isWrapped(answer)) {
    found.push({ name: `${name}Answer`, schema: answer, way: 'answer' });
  }
  const data = answer.properties?.data;
  if (isWrapped(answer) && data?.properties) found.push({ name: `${name}Data`, schema: data, way: 'answer' });
  return found;
}

function answerOf({ responses }: DescribedOperation): Schema {
  const { content } = responses[200] as { content: Record<string, { schema: Schema }> };
  return Object.values(content)[0]?.schema ?? {};
}

/** Pages are not: their `pagination` is wanted. */
function isWrapped({ properties = {} }: Schema): boolean {
  return Object.keys(properties).toSorted().join() === 'data,status';
}
