import { exampleOf } from '#lib/docs/answers';
import { errorStatus } from '#lib/errors';
import { type DescribedOperation, type OpenApiDocument, openApiDocument } from '#lib/openapi/document';
import { errorCodes, meaningOf, remedyOf } from '#lib/openapi/errors';
import { settings } from '#lib/settings';

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

let described: OpenApiDocument | undefined;

/** The operations of one tag, as markdown made of the API's description. */
export function referencePage(tag: string): string {
  described ??= openApiDocument(settings().baseUrl);
  const document = described;
  const about = (document.tags as { name: string; description: string }[]).find((each) => each.name === tag);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [{ route: `${method.toUpperCase()} ${path}`, operation }] : [],
    ),
  );
  const find: Find = (ref) => document.components.schemas[ref.split('/').at(-1)!] as Schema;
  return [
    `# ${tag}`,
    '',
    `${about?.description ?? ''} Made of [the description](/openapi.json) that every answer of the tests is checked against; there is [a collection for Postman](/postman.json) made of it as well. Every error has [a place of its own](../errors.md).`,
    ...operations.map(({ route, operation }) => section(route, operation, find)),
    '',
  ].join('\n');
}

type Find = (ref: string) => Schema;

function section(route: string, operation: DescribedOperation, find: Find): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const example = exampleOf(route);
  const body = requestBody?.content['application/json']?.schema as Schema | undefined;
  const success = responses['200'] as { content: Record<string, { schema: Schema }> } | undefined;
  const answered = success?.content['application/json']?.schema;
  const codes = Object.entries(responses).flatMap(([, response]) =>
    '$ref' in response ? (response.$ref as string).split('/').at(-1)!.split('.') : [],
  );
  return [
    `\n## ${summary}`,
    `\n\`${route}\`${operation.security ? ', without a key' : ''}`,
    ...(description ? [`\n${description}`] : []),
    ...(example ? [`\n\`\`\`example ${example.name}\n\`\`\``] : []),
    ...table(
      'Parameters',
      ['name', 'in', 'what it is'],
      parameters.map((each) => [
        `\`${each.name}\``,
        each.in,
        [
          each.in === 'query' && each.required ? 'Required' : '',
          typeOf(each.schema as Schema, find),
          (each as { description?: string }).description,
        ]
          .filter(Boolean)
          .join('. '),
      ]),
    ),
    ...table('Body', ['field', 'type', 'what it is'], body ? rowsOf(body, find, true) : []),
    ...table('Answer', ['field', 'type', 'what it is'], answered ? rowsOf(answered, find, false) : []),
    ...(codes.length > 0
      ? [`\n**Errors:** ${codes.map((code) => `[\`${code}\`](../errors.md#${code})`).join(', ')}`]
      : []),
  ].join('\n');
}

function table(title: string, head: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [`\n**${title}**\n`, line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** Every field, those inside another under its name with a dot; `[]` is each of a list. */
function rowsOf(schema: Schema, find: Find, isRequest: boolean, prefix = ''): string[][] {
  const own = resolve(schema, find);
  const forms = (own.oneOf ?? own.anyOf ?? [])
    .map((each) => resolve(each, find))
    .filter((each) => each.type !== 'null');
  if (forms.length > 0) {
    const rows = forms.flatMap((each) => rowsOf(each, find, isRequest, prefix));
    return rows.filter(([name], index) => rows.findIndex((row) => row[0] === name) === index);
  }
  if (own.items) return rowsOf(own.items, find, isRequest, `${prefix.replace(/\.$/, '')}[].`);
  return Object.entries(own.properties ?? {}).flatMap(([name, field]) => {
    const inner = resolve(field, find);
    const isOptional = isRequest && !own.required?.includes(name);
    const about = field.description ?? inner.description ?? '';
    const row = [`\`${prefix}${name}\``, typeOf(field, find), `${isOptional ? 'Optional. ' : ''}${about}`];
    return [row, ...rowsOf(inner, find, isRequest, `${prefix}${name}.`)];
  });
}

function resolve(schema: Schema, find: Find): Schema {
  return schema.$ref
    ? { ...find(schema.$ref), ...(schema.description && { description: schema.description }) }
    : schema;
}

function typeOf(schema: Schema, find: Find): string {
  const own = resolve(schema, find);
  const forms = own.oneOf ?? own.anyOf;
  if (forms) return [...new Set(forms.map((each) => typeOf(each, find)))].join(' or ');
  if (own.const !== undefined) return `\`${String(own.const)}\``;
  if (own.enum) return own.enum.map((each) => `\`${String(each)}\``).join(', ');
  if (own.items) return `list of ${typeOf(own.items, find)}`;
  const type = [own.type ?? 'anything'].flat().join(' or ');
  const bounds = [
    own.minLength !== undefined && own.minLength > 0 ? `from ${own.minLength}` : '',
    own.maxLength !== undefined ? `up to ${own.maxLength} characters` : '',
    own.minimum !== undefined && own.minimum > Number.MIN_SAFE_INTEGER ? `from ${own.minimum}` : '',
    own.maximum !== undefined && own.maximum < Number.MAX_SAFE_INTEGER ? `to ${own.maximum}` : '',
  ].filter(Boolean);
  return [own.format ?? type, ...bounds].join(' ');
}

/** Each code with what happened and what to do, as markdown. */
export function errorsPage(): string {
  return [
    '# Errors',
    '',
    'Every code that the API answers with: what happened, and what to do. Every such answer has a `Link` header that leads to its place here.',
    '',
    'The body is `{"status":"error","error":{"code","message","details"}}`, but for 401 and 403, which are flat: `{"error","message","code"}`. Decide by the HTTP status and by `code`; the message is for people and may change. Quote `X-Request-Id` when you ask us: it stands in the log.',
    '',
    '| HTTP | code | what happened |',
    '|---|---|---|',
    ...errorCodes.map((code) => `| ${errorStatus[code]} | [\`${code}\`](#${code}) | ${meaningOf(code)} |`),
    ...errorCodes.map(
      (code) =>
        `\n## \`${code}\`\n\nHTTP ${errorStatus[code]}. ${meaningOf(code)}\n\n**What to do:** ${remedyOf(code)}`,
    ),
    '',
  ].join('\n');
}
