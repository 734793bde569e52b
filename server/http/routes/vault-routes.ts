import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import type { RouteServices } from './route-services.ts';

/** That the process answers, the state of the vault, and making it. Source: API spec, "GET /healthz". */
export function vaultRoutes({ vault }: Pick<RouteServices, 'vault'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, ACCESS_ROUTES.getHealth, () => ({}));
    addRoute(app, ACCESS_ROUTES.getVault, () => vault.state());
    addRoute(app, ACCESS_ROUTES.initVault, ({ body }) => vault.init(body));
    done();
  };
}
