import type { FastifyPluginCallback } from 'fastify';
import { AUDIT_ROUTES } from '#contract/audit/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes for administrators to read and verify the audit log. */
export function auditRoutes({
  audit,
  sessions,
}: Pick<RouteServices, 'audit' | 'sessions'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, AUDIT_ROUTES.listAudit, (request) => audit.list(actorOf(request), request.query));
    addRoute(app, AUDIT_ROUTES.listAccesses, (request) =>
      audit.accesses(actorOf(request), request.params.patient_id, request.query),
    );
    addRoute(app, AUDIT_ROUTES.listRecoveries, (request) => sessions.recoveries(actorOf(request)));
    addRoute(app, AUDIT_ROUTES.verifyAudit, (request) => audit.verify(actorOf(request)));
    done();
  };
}
