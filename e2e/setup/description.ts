import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { errorStatus } from '#lib/errors';
import type { DescribedOperation, DescribedResponse, OpenApiDocument } from '#lib/openapi/document';

/** A request and its answer, as far as the description says something of them. */
export interface Exchange {
  method: string;
  /** As it was sent, without the query. */
  path: string;
  status: number;
  header(name: string): string | null;
  text: string;
}

export interface Description {
  /** The operations of a described path, by method; undefined for any other path. */
  operationsAt(path: string): Record<string, DescribedOperation> | undefined;
  /** The described path that fits; undefined where there is none. */
  patternAt(path: string): string | undefined;
  /** What an answer has that the description has not; empty for a path outside the gateway. */
  faultsOf(exchange: Exchange): string[];
  /** What the description says against the body of a request. */
  bodyFault(operation: DescribedOperation, body: unknown): string | undefined;
}

/** Compares answers with an OpenAPI document, by a validator that is not ours. */
export function readDescription(document: OpenApiDocument): Description {
  // Formats are said again by patterns, where they matter.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const { components } = document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, each]) => [name, closed(each)]),
  );
  ajv.addSchema({ $id: 'kaira', components: { ...components, schemas } }, 'kaira');
  const compiled = new Map<unknown, ValidateFunction>();
  const validator = (schema: Record<string, unknown>, isAnswer: boolean): ValidateFunction => {
    let found = compiled.get(schema);
    if (found === undefined) {
      const text = JSON.stringify(isAnswer ? closed(schema) : schema).replaceAll(
        '"#/components/',
        '"kaira#/components/',
      );
      found = ajv.compile(JSON.parse(text));
      compiled.set(schema, found);
    }
    return found;
  };
  const faultIn = (schema: Record<string, unknown>, value: unknown, isAnswer = true): string | undefined => {
    const validate = validator(schema, isAnswer);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: '' });
  };

  // A literal segment wins over a parameter.
  const paths = Object.entries(document.paths)
    .map(([pattern, operations]) => ({ pattern, segments: pattern.split('/'), operations }))
    .sort((a, b) => countParameters(a.segments) - countParameters(b.segments));
  const find = (path: string) => {
    const parts = path.split('/');
    return paths.find(({ segments }) => fits(segments, parts));
  };
  const operationsAt = (path: string) => find(path)?.operations;

  const faultsOf = (exchange: Exchange): string[] => {
    const { path, status, text } = exchange;
    const operations = operationsAt(path);
    if (operations === undefined && !gateway.test(path)) return [];
    const operation = operations?.[exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase()];
    const response =
      operation === undefined
        ? undescribed(status, operations === undefined ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED')
        : resolve(document, operation.responses[status]);
    if (response === undefined) return [`the status ${status} is not described`];
    const faults = Object.entries(response.headers).flatMap(([name, reference]) => {
      const header = document.components.headers[String(reference.$ref).split('/').at(-1) ?? ''];
      const value = exchange.header(name);
      if (value === null) return header?.required ? [`the header ${name} is missing`] : [];
      const fault = header && faultIn(header.schema, value);
      return fault ? [`the header ${name}: ${fault}`] : [];
    });
    if (operations && operation === undefined) {
      faults.push(...allowFaults(exchange, Object.keys(operations)));
    }
    const type = exchange.header('content-type') ?? '';
    const content = response.content[type.split(';')[0] ?? ''];
    if (content === undefined) return [...faults, `the content type "${type}" is not described`];
    if (exchange.method === 'HEAD')
      return text === '' ? faults : [...faults, 'a HEAD is answered with a body'];
    const value = type.startsWith('application/json') ? parsed(text) : text;
    if (value === undefined) return [...faults, 'the body is not JSON'];
    const fault = faultIn(content.schema, value);
    if (fault) faults.push(`the body: ${fault}`);
    else if (isError(response)) faults.push(...helpFaults(exchange, value));
    return faults;
  };

  return {
    operationsAt,
    patternAt: (path) => find(path)?.pattern,
    faultsOf,
    bodyFault: (operation, body) => {
      const schema = operation.requestBody?.content['application/json']?.schema;
      return schema && faultIn(schema, body, false);
    },
  };
}

/**
 * The schema of an answer without room for more. The description leaves room, for fields of later releases; a field of
 * this release that nobody described is a fault.
 */
function closed<Value>(schema: Value): Value {
  if (Array.isArray(schema)) return schema.map(closed) as Value;
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, closed(each)]));
  const isOpen =
    typeof copy.properties === 'object' && !('additionalProperties' in copy) && copy.type === 'object';
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as Value;
}

/** Where every path that does not exist is answered with JSON, and described or not. */
const gateway = /^\/(api\/v1|rails)(\/|$)/;

/** What `info.description` says of a path that does not exist, or of a method that it does not take; or the bytes were no HTTP. */
function undescribed(
  status: number,
  usual: 'NOT_FOUND' | 'METHOD_NOT_ALLOWED',
): DescribedResponse | undefined {
  const code = status === 400 ? 'VALIDATION_ERROR' : usual;
  if (status !== errorStatus[code]) return undefined;
  return {
    description: code,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      Link: { $ref: '#/components/headers/Help' },
    },
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${code}` } } },
  };
}

function isError({ headers }: DescribedResponse): boolean {
  return headers.Link?.$ref === '#/components/headers/Help';
}

/** Whether the link of an error leads to the code in its body; the flat bodies say two of the codes by their title alone. */
function helpFaults({ header }: Exchange, body: unknown): string[] {
  const { error, code } = body as { error: { code: string } | string; code?: string };
  const said = typeof error === 'string' ? (code ?? error.toUpperCase()) : error.code;
  const link = header('link') ?? '';
  return link.endsWith(`/docs/errors#${said}>; rel="help"`) ? [] : [`Link is ${link}, the code is ${said}`];
}

function allowFaults({ status, header }: Exchange, methods: string[]): string[] {
  if (status !== 405) return [];
  const all = methods.flatMap((each) => (each === 'get' ? ['GET', 'HEAD'] : [each.toUpperCase()]));
  const allowed = (header('allow') ?? '').split(', ');
  return allowed.toSorted().join() === all.toSorted().join()
    ? []
    : [`Allow is ${allowed}, described are ${all}`];
}

function resolve(
  document: OpenApiDocument,
  response: DescribedOperation['responses'][string] | undefined,
): DescribedResponse | undefined {
  if (response === undefined || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) ?? ''];
}

function countParameters(segments: string[]): number {
  return segments.filter((each) => each.startsWith('{')).length;
}

function fits(segments: string[], parts: string[]): boolean {
  return (
    segments.length === parts.length &&
    segments.every((segment, index) =>
      segment.startsWith('{') ? parts[index] !== '' : segment === parts[index],
    )
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
