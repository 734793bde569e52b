/**
 * Serves the interface's built files at `/`, behind the same gate as everything else.
 * Every file is registered by name at start, so no path from a request ever reaches the file system.
 * Source: design of architecture, "The picture"; evidence, table E, 10.
 */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Blob URLs show pictures, PDFs and print views; nothing is ever loaded from elsewhere. */
export const UI_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // React Aria and Lexical position things with style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const UI_HEADERS = {
  'content-security-policy': UI_CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), usb=(), serial=(), hid=()',
};

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
