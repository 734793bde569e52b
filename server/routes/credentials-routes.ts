import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '../http/register-route.ts';
import { actorOf } from '../http/request-context.ts';
import type { Services } from '../services.ts';

/** Issuing, listing and revoking SDK credentials. */
export function credentialsRoutes({ credentials }: Pick<Services, 'credentials'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, ACCESS_ROUTES.listCredentials, (request) =>
      credentials.list(actorOf(request), request.query),
    );
    addRoute(app, ACCESS_ROUTES.createCredential, (request) =>
      credentials.create(actorOf(request), request.body),
    );
    addRoute(app, ACCESS_ROUTES.deleteCredential, (request) =>
      credentials.revoke(actorOf(request), request.params.credential_id),
    );
    done();
  };
}
