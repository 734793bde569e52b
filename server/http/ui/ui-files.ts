/**
 * Serves the interface's built files at `/`, behind the same gate as everything else. Every file is registered by name
 * at start, so no request path reaches the file system.
 * Source: design of architecture, "The picture"; evidence, table E, 10.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { UI_HEADERS } from './ui-headers.ts';

/**
 * Conditional headers are removed, so that a response is always the complete file or a defined error: no 304, 206 or
 * 412.
 */
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
