/**
 * Serves the interface's own built files to the window of a remote vault, so that no page of another computer is
 * shown. Files are listed at the start, so request paths never reach the file system.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { errorResponse } from '#main/host/forward-request.ts';
import { UI_HEADERS } from '#server/http/ui/ui-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const PLAIN = 'application/octet-stream';

/** Returns undefined for paths of the API. */
export type ServePage = (request: Request) => Response | undefined;

export function createUiFileServer(folder: string): ServePage {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]),
  );
  return ({ method, url }) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/v1/')) return undefined;
    const file = files.get(pathname === '/' ? '/index.html' : pathname);
    if (file === undefined || (method !== 'GET' && method !== 'HEAD'))
      return errorResponse(404, 'route_not_found', 'This page does not exist.');
    const headers = {
      ...UI_HEADERS,
      'content-type': TYPES[extname(file)] ?? PLAIN,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    };
    return new Response(method === 'HEAD' ? null : readFileSync(file), { headers });
  };
}
