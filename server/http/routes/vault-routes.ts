import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import type { RouteServices } from './route-services.ts';

/** Routes for health, the vault's state, and creating the vault. Source: API spec, "GET /healthz". */
export function vaultRoutes({ vault }: Pick<RouteServices, 'vault'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, ACCESS_ROUTES.getHealth, () => ({}));
    addRoute(app, ACCESS_ROUTES.getVault, () => vault.state());
    addRoute(app, ACCESS_ROUTES.initVault, ({ body }) => vault.init(body));
    done();
  };
}
