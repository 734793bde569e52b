/** The OpenAPI document, and the readable page made of it. */
import { createHash } from 'node:crypto';
import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { apiPage } from '#server/http/openapi/page/page.ts';
import { PAGE_SCRIPT } from '#server/http/openapi/page/page-parts.ts';
import { addRoute } from '#server/http/register-route.ts';

/** The page has a style element and one script of its own, known by its hash, and nothing else; no text becomes HTML. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(PAGE_SCRIPT).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const openApiRoutes: FastifyPluginCallback = (app, _options, done) => {
  let document: Record<string, unknown> | undefined;
  addRoute(app, ACCESS_ROUTES.getOpenApi, () => {
    document ??= { ...openApiDocument() };
    return document;
  });
  let page: string | undefined;
  app.get('/docs', (_request, reply) => {
    page ??= apiPage(openApiDocument());
    reply
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      // The application's serializer writes JSON; this is text already.
      .serializer((text: string) => text)
      .send(page);
  });
  done();
};
