/** The OpenAPI document, made from the route schemas that are really registered. */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { ROUTES } from '#contract/routes.ts';
import { withSecurity } from '../http/openapi/security.ts';
import { addRoute } from '../http/register-route.ts';

/** Collects every route registered after it. */
export function collectOpenApi(app: FastifyInstance): void {
  const options: FastifyDynamicSwaggerOptions = {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sealed Records Vault',
        version: '1.0.0',
        description:
          'A vault for patient records, exam reports and encrypted files. Every route needs a client certificate.',
      },
      servers: [{ url: 'https://127.0.0.1:8743' }],
    },
    // The interface's files are no part of the API.
    transform: ({ schema, url }) => ({
      schema: schema?.operationId ? schema : { ...schema, hide: true },
      url,
    }),
  };
  app.register(swagger, options);
}

export const openApiRoutes: FastifyPluginCallback = (app, _options, done) => {
  let document: object | undefined;
  addRoute(app, ACCESS_ROUTES.getOpenApi, () => {
    document ??= withSecurity(app.swagger(), ROUTES);
    return document;
  });
  done();
};
