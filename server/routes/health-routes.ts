import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '#server/http/register-route.ts';

/** Liveness: the process answers. Source: API spec, "GET /healthz". */
export const healthRoutes: FastifyPluginCallback = (app, _options, done) => {
  addRoute(app, ACCESS_ROUTES.getHealth, () => ({}));
  done();
};
