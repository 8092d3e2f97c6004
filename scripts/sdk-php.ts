import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OpenApiDocument, openApiDocument } from '#lib/openapi/document';
import { type Direction, describeSdk, pascal, type Schema } from '#scripts/sdk-description';

// `npm run sdk:types` writes sdk/php/src/Description.php too; a test fails while that differs from the description.

const root = path.resolve(import.meta.dirname, '..');
export const phpTypesFile = path.join(root, 'sdk/php/src/Description.php');

/** The whole file: array shapes, as PHPStan, Psalm and PhpStorm read them, and the table of operations. */
export function phpTypes(document: OpenApiDocument): string {
  const { types, operations } = describeSdk(document);
  const writer = new Writer();
  for (const { name, schema, way } of types) writer.declare(name, schema, way);
  for (const [id, name] of [
    ['initiateCollection', 'CollectionScenario'],
    ['initiatePayout', 'PayoutScenario'],
  ] as const) {
    writer.alias(name, operations.find((each) => each.id === id)?.scenarios ?? {}, 'request');
  }
  const objects = types
    .filter(({ way }) => way === 'request')
    .flatMap(({ schema }) => Object.entries(schema.properties ?? {}))
    .filter(([, { type }]) => type === 'object')
    .map(([field]) => `'${field}'`);
  const lines = operations.map(
    (each) => `        '${each.id}' => ['${each.method}', '${each.path}', ${each.isWrapped}],`,
  );
  return `<?php

declare(strict_types=1);

namespace Kaira;

/**
 * Made by \`npm run sdk:types\` from the OpenAPI description of the gateway. Change nothing here.
 *
${writer.aliases.join('\n')}
 */
final class Description
{
    /**
     * By operation: method, path, and whether what it answers is wrapped as "data".
     *
     * @var array<string, array{string, string, bool}>
     */
    public const OPERATIONS = [
${lines.join('\n')}
    ];

    /** The fields of requests that are objects, and not lists. */
    public const OBJECT_FIELDS = [${[...new Set(objects)].join(', ')}];
}
`;
}

class Writer {
  readonly aliases: string[] = [];

  declare(name: string, { properties = {}, required = [] }: Schema, way: Direction): void {
    const fields = Object.entries(properties).map(([field, each]) => {
      const key = /^[A-Za-z_]\w*$/.test(field) ? field : `'${field}'`;
      const type = this.type(each, `${name}${pascal(field)}`, way);
      return ` *     ${key}${required.includes(field) ? '' : '?'}: ${type},`;
    });
    if (way === 'answer') fields.push(' *     ...');
    this.aliases.push(` * @phpstan-type ${name} array{\n${fields.join('\n')}\n * }`);
  }

  alias(name: string, schema: Schema, way: Direction): void {
    this.aliases.push(` * @phpstan-type ${name} ${this.type(schema, name, way)}`);
  }

  type(schema: Schema, name: string, way: Direction): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1) as string;
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values?.every((each) => typeof each === 'string')) {
      return way === 'request' ? values.map((each) => `'${each}'`).join('|') : 'string';
    }
    if (schema.anyOf) {
      const kinds = schema.anyOf.map((each, index) =>
        this.type(each, index ? `${name}${index + 1}` : name, way),
      );
      return [...new Set(kinds)].join('|');
    }
    if (schema.type === 'array') return `list<${this.type(schema.items ?? {}, `${name}Item`, way)}>`;
    if (schema.type === 'object' && schema.properties) {
      this.declare(name, schema, way);
      return name;
    }
    if (schema.type === 'object') {
      const more = schema.additionalProperties;
      return `array<string, ${typeof more === 'object' ? this.type(more, `${name}Value`, way) : 'mixed'}>`;
    }
    return [schema.type ?? 'unknown']
      .flat()
      .map((each) => scalars[each] ?? 'mixed')
      .join('|');
  }
}

const scalars: Record<string, string> = {
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'null',
};

if (import.meta.main) writeFileSync(phpTypesFile, phpTypes(openApiDocument('http://localhost:3000')));
