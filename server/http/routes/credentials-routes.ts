import type { FastifyPluginCallback } from 'fastify';
import { CERTIFICATE_ROUTES } from '#contract/access/certificates.ts';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes to issue, list, renew and revoke SDK credentials, and for the vault's own certificates. */
export function credentialsRoutes({
  credentials,
  certificates,
}: Pick<RouteServices, 'credentials' | 'certificates'>): FastifyPluginCallback {
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
    addRoute(app, CERTIFICATE_ROUTES.renewCredential, (request) =>
      credentials.renew(actorOf(request), request.params.credential_id),
    );
    addRoute(app, CERTIFICATE_ROUTES.listCertificates, (request) =>
      certificates.list(actorOf(request), request.peer),
    );
    addRoute(app, CERTIFICATE_ROUTES.renewCertificates, (request) =>
      certificates.renew(actorOf(request), request.peer, request.body),
    );
    done();
  };
}
