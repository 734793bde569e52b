/** Routes of the OpenAPI document and of its HTML page. */
import { createHash } from 'node:crypto';
import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { PAGE_SCRIPT } from '#server/http/openapi/page/page-parts.ts';
import { apiPage } from '#server/http/openapi/page/render-api-page.ts';
import { addRoute } from '#server/http/register-route.ts';

/** Allows the page's style element and its single script, identified by hash, and nothing else. */
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
      // The default serialiser writes JSON; this is text already.
      .serializer((text: string) => text)
      .send(page);
  });
  done();
};
