import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What stands under `app` and is answered without Next. */
const places =
  '{api,auth,docs,healthz,readyz,metrics,openapi.json,postman.json,llms.txt,checkout,pay,r,rails,rail-faces,login,admin/login,password-reset,unsubscribe,confirm-email,offline,sw.js}';

/** Every file with route handlers, by its path below `app`. */
export function routeFiles(): string[] {
  return globSync(`${places}/**/route.ts`, { cwd: 'app' }).filter((file) => !file.includes('[...'));
}

/** Each of them with what it exports. In the server's bundle they stand beside each other (scripts/bundle-server.ts). */
export function loadRouteFiles(): Promise<[file: string, exported: object][]> {
  return Promise.all(
    routeFiles().map(async (file) => [file, await import(pathToFileURL(path.resolve('app', file)).href)]),
  );
}
