import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type OpenApiDocument, openApiDocument } from '#lib/openapi/document';
import { type Direction, describeSdk, pascal, type Schema } from '#scripts/sdk-description';

// `npm run sdk:types` writes sdk/python/kaira/_description.py too; a test fails while that differs from the description.

const root = path.resolve(import.meta.dirname, '..');
export const pythonTypesFile = path.join(root, 'sdk/python/kaira/_description.py');

/** The whole file: a class for each schema and each body, and the table of operations. */
export function pythonTypes(document: OpenApiDocument): string {
  const { types, operations } = describeSdk(document);
  const writer = new Writer();
  for (const { name, schema, way } of types) writer.declare(name, schema, way);
  return [
    '"""Made by `npm run sdk:types` from the OpenAPI description of the gateway. Change nothing here."""',
    'from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict, Union',
    ...writer.classes,
    `# By operation: method, path, and whether what it answers is wrapped as "data".\nOPERATIONS: dict[str, tuple[str, str, bool]] = {\n${operations
      .map(
        (each) =>
          `    "${each.id}": ("${each.method}", "${each.path}", ${each.isWrapped ? 'True' : 'False'}),`,
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

function plain(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '".').replace(/\s+/g, ' ');
}

if (import.meta.main) writeFileSync(pythonTypesFile, pythonTypes(openApiDocument('http://localhost:3000')));
