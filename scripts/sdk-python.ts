import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DescribedOperation, type OpenApiDocument, openApiDocument } from '#lib/openapi/document';

// `npm run sdk:types` writes sdk/python/kaira/_description.py too; a test fails while that differs from the description.

interface Schema {
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
type Direction = 'request' | 'answer';

const root = path.resolve(import.meta.dirname, '..');
export const pythonTypesFile = path.join(root, 'sdk/python/kaira/_description.py');

/** The whole file: a class for each schema and each body, and the table of operations. */
export function pythonTypes({ components, paths }: OpenApiDocument): string {
  const writer = new Writer();
  const schemas = Object.entries(components.schemas) as [string, Schema][];
  for (const [name, schema] of schemas) {
    if (!schema.properties?.error) writer.declare(name, schema, 'answer');
  }
  const operations = Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => !tags.includes('Sessions'))
      .map(([method, operation]) => ({ at, method: method.toUpperCase(), operation })),
  );
  for (const { operation } of operations) {
    const name = operation.operationId.charAt(0).toUpperCase() + operation.operationId.slice(1);
    const body = operation.requestBody?.content['application/json']?.schema as Schema | undefined;
    if (body) writer.declare(`${name}Body`, body, 'request');
    const answer = answerOf(operation);
    if (answer.properties && !isWrapped(answer)) writer.declare(`${name}Answer`, answer, 'answer');
    const data = answer.properties?.data;
    if (isWrapped(answer) && data?.properties) writer.declare(`${name}Data`, data, 'answer');
  }
  return [
    '"""Made by `npm run sdk:types` from the OpenAPI description of the gateway. Change nothing here."""',
    'from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict, Union',
    ...writer.classes,
    `# By operation: method, path, and whether what it answers is wrapped as "data".\nOPERATIONS: dict[str, tuple[str, str, bool]] = {\n${operations
      .map(
        ({ at, method, operation }) =>
          `    "${operation.operationId}": ("${method}", "${at}", ${isWrapped(answerOf(operation)) ? 'True' : 'False'}),`,
      )
      .join('\n')}\n}\n`,
  ].join('\n\n\n');
}

class Writer {
  readonly classes: string[] = [];

  declare(name: string, schema: Schema, way: Direction): void {
    const { properties = {}, required = [] } = schema;
    // What a nested object is called has to stand before it is used only for those who read: annotations are not run.
    const fields = Object.entries(properties).map(([field, each]) => {
      const type = this.type(each, `${name}${pascal(field)}`, way);
      const text = required.includes(field) ? type : `NotRequired[${type}]`;
      const about = each.description ? `\n    """${plain(each.description)}"""` : '';
      return { field, text, line: `    ${field}: ${text}${about}` };
    });
    if (fields.some(({ field }) => keywords.has(field))) {
      // The form for names that no attribute can have.
      const entries = fields.map(({ field, text }) => `        "${field}": ${JSON.stringify(text)},`);
      this.classes.push(`${name} = TypedDict(\n    "${name}",\n    {\n${entries.join('\n')}\n    },\n)`);
      return;
    }
    const about = schema.description ? `    """${plain(schema.description)}"""\n\n` : '';
    this.classes.push(
      `class ${name}(TypedDict):\n${about}${fields.map(({ line }) => line).join('\n') || '    pass'}`,
    );
  }

  type(schema: Schema, name: string, way: Direction): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1) as string;
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values?.every((each) => typeof each === 'string')) {
      return way === 'request' ? `Literal[${values.map((each) => JSON.stringify(each)).join(', ')}]` : 'str';
    }
    if (schema.anyOf) {
      const kinds = schema.anyOf.map((each, index) =>
        this.type(each, index ? `${name}${index + 1}` : name, way),
      );
      return `Union[${[...new Set(kinds)].join(', ')}]`;
    }
    if (schema.type === 'array') return `list[${this.type(schema.items ?? {}, `${name}Item`, way)}]`;
    if (schema.type === 'object' && schema.properties) {
      this.declare(name, schema, way);
      return name;
    }
    if (schema.type === 'object') {
      const more = schema.additionalProperties;
      return `dict[str, ${typeof more === 'object' ? this.type(more, `${name}Value`, way) : 'Any'}]`;
    }
    const kinds = [schema.type ?? 'unknown'].flat().map((each) => scalars[each] ?? 'Any');
    return kinds.length > 1 ? `Union[${kinds.join(', ')}]` : (kinds[0] as string);
  }
}

/** Of Python, as far as a field may be called so. */
const keywords = new Set(['from', 'class', 'import', 'in', 'is', 'not', 'or', 'and', 'with', 'as', 'pass']);
const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function pascal(field: string): string {
  return field.replace(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function plain(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '".').replace(/\s+/g, ' ');
}

function answerOf({ responses }: DescribedOperation): Schema {
  const { content } = responses[200] as { content: Record<string, { schema: Schema }> };
  return Object.values(content)[0]?.schema ?? {};
}

/** Pages are not: their `pagination` is wanted. */
function isWrapped({ properties = {} }: Schema): boolean {
  return Object.keys(properties).toSorted().join() === 'data,status';
}

if (import.meta.main) writeFileSync(pythonTypesFile, pythonTypes(openApiDocument('http://localhost:3000')));
