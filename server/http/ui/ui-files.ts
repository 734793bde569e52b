/**
 * Serves the interface's built files at `/`, behind the same gate as everything else.
 * Every file is registered by name at start, so no path from a request ever reaches the file system.
 * Source: design of architecture, "The picture"; evidence, table E, 10.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { UI_HEADERS } from './ui-headers.ts';

/** An answer is always the whole file or an error of the table: no 304, 206 or 412. */
const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
] as const;

export function serveUiFiles(app: FastifyInstance, folder: string): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', ({ raw }, _reply, next) => {
      for (const name of CONDITIONS) delete raw.headers[name];
      next();
    });
    scope.register(fastifyStatic, {
      root: folder,
      prefix: '/',
      wildcard: false,
      etag: false,
      lastModified: false,
      acceptRanges: false,
      cacheControl: false,
      setHeaders: (reply) => void reply.headers(UI_HEADERS),
    });
    done();
  });
}
