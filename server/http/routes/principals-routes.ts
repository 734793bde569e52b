import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes to invite, list and disable principals. */
export function principalsRoutes({ principals }: Pick<RouteServices, 'principals'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, ACCESS_ROUTES.listPrincipals, (request) =>
      principals.list(actorOf(request), request.query),
    );
    addRoute(app, ACCESS_ROUTES.createPrincipal, (request) =>
      principals.invite(actorOf(request), request.body),
    );
    addRoute(app, ACCESS_ROUTES.deletePrincipal, (request) =>
      principals.disable(actorOf(request), request.params.principal_id, request.query),
    );
    done();
  };
}
