import path from 'node:path';
import type { RouteContext } from '#lib/http/api-route';
import { methodNotAllowed, pathNotFound } from '#lib/http/not-found';
import { loadRouteFiles } from '#lib/http/route-files';

type Handler = (request: Request, context: RouteContext) => Response | Promise<Response>;

interface Route {
  /** The path with its parameters in brackets, as the folder has it. */
  pattern: string;
  segments: string[];
  handlers: Record<string, Handler>;
}

export interface RouteTable {
  /** Every pattern with its methods. */
  routes: { pattern: string; methods: string[] }[];
  /** Whether a raw path is answered here; everything else is a page and Next's. */
  owns(rawPath: string): boolean;
  answer(request: Request, rawPath: string): Response | Promise<Response>;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Below these every answer is JSON, also that nothing is there. */
const apiRoots = ['/api', '/auth', '/rails'];

/**
 * The route handlers under `app/`, found by their folders and loaded as they are, without Next. A path is matched
 * as it was sent: no redirect, no trailing slash, no decoding but that of a parameter.
 */
export async function loadRoutes(): Promise<RouteTable> {
  const fixed = new Map<string, Route>();
  const open: Route[] = [];
  for (const [file, exported] of await loadRouteFiles()) {
    const module = exported as Record<string, Handler>;
    const pattern = `/${path.dirname(file).split(path.sep).join('/')}`;
    const handlers = Object.fromEntries(
      methods.flatMap((name) => (module[name] ? [[name, module[name]]] : [])),
    );
    const route = { pattern, segments: pattern.split('/'), handlers };
    if (pattern.includes('[')) open.push(route);
    else fixed.set(pattern, route);
  }
  // A literal segment wins over a parameter.
  open.sort((a, b) => countParameters(a) - countParameters(b));

  const find = (rawPath: string): { route: Route; params: Record<string, string> } | undefined => {
    const exact = fixed.get(rawPath);
    if (exact) return { route: exact, params: {} };
    const parts = rawPath.split('/');
    for (const route of open) {
      const params = matchSegments(route.segments, parts);
      if (params) return { route, params };
    }
    return undefined;
  };

  return {
    routes: [...fixed.values(), ...open].map(({ pattern, handlers }) => ({
      pattern,
      methods: Object.keys(handlers),
    })),
    owns: (rawPath) => isApi(rawPath) || find(rawPath) !== undefined,
    answer(request, rawPath) {
      const found = find(rawPath);
      if (found === undefined) return pathNotFound(request);
      const { handlers, pattern } = found.route;
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (handler === undefined) {
        return methodNotAllowed(
          request,
          Object.keys(handlers).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])),
        );
      }
      return handler(request, { params: Promise.resolve(found.params), route: pattern });
    },
  };
}

function isApi(rawPath: string): boolean {
  return apiRoots.some((root) => rawPath === root || rawPath.startsWith(`${root}/`));
}

function countParameters(route: Route): number {
  return route.segments.filter((segment) => segment.startsWith('[')).length;
}

function matchSegments(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of pattern.entries()) {
    const part = parts[index] ?? '';
    if (!segment.startsWith('[')) {
      if (segment !== part) return undefined;
      continue;
    }
    if (part === '') return undefined;
    params[segment.slice(1, -1)] = decode(part);
  }
  return params;
}

/** What is not proper percent-encoding stands for itself, and is then not found. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
