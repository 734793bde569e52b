import type { FastifyPluginCallback } from 'fastify';
import { EVIDENCE_ROUTES } from '#contract/maintenance/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes for administrators: backups, restore drills and findings. */
export function evidenceRoutes({
  backups,
  findings,
}: Pick<RouteServices, 'backups' | 'findings'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, EVIDENCE_ROUTES.getBackups, (request) => backups.state(actorOf(request)));
    addRoute(app, EVIDENCE_ROUTES.patchBackups, (request) => backups.patch(actorOf(request), request.body));
    addRoute(app, EVIDENCE_ROUTES.startBackup, (request) => backups.start(actorOf(request), 'backup'));
    addRoute(app, EVIDENCE_ROUTES.startDrill, (request) => backups.start(actorOf(request), 'drill'));
    addRoute(app, EVIDENCE_ROUTES.listFindings, (request) => findings.list(actorOf(request)));
    addRoute(app, EVIDENCE_ROUTES.checkFindings, (request) => findings.check(actorOf(request)));
    addRoute(app, EVIDENCE_ROUTES.decideFinding, (request) =>
      findings.decide(actorOf(request), request.body),
    );
    done();
  };
}
