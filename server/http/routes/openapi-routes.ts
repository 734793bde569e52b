/** Routes of the OpenAPI document and of its HTML page. */
import { createHash } from 'node:crypto';
import type { FastifyPluginCallback } from 'fastify';
import { Type } from 'typebox';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { PAGE_SCRIPT } from '#server/http/openapi/page/page-parts.ts';
import { apiPage } from '#server/http/openapi/page/render-api-page.ts';
import { addRoute } from '#server/http/register-route.ts';
import { fairTurnHook } from '#server/http/request/fair-scheduling.ts';

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
  /** Bytes, which all responses share: as text, each one not yet read would hold its own copy. */
  let page: Buffer | undefined;
  // No route of the contract's table, but with a turn as those have: it bounds the responses a client leaves unread.
  app.get('/docs', { onRequest: fairTurnHook({ response: Type.String() }) }, (_request, reply) => {
    page ??= Buffer.from(apiPage(openApiDocument()));
    reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(page);
  });
  done();
};
