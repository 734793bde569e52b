import type { FastifyPluginCallback } from 'fastify';
import { IMAGING_ROUTES } from '#contract/imaging/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes of the DICOM receiver: settings, inbox and unmatched studies. */
export function imagingRoutes({
  filing,
  receiving,
}: Pick<RouteServices, 'filing' | 'receiving'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, IMAGING_ROUTES.getInbox, () => filing.inbox());
    addRoute(app, IMAGING_ROUTES.listToMatch, (request) =>
      filing.toMatch(actorOf(request), request.query.security_group_id),
    );
    addRoute(app, IMAGING_ROUTES.getReceiver, (request) => receiving.state(actorOf(request)));
    addRoute(app, IMAGING_ROUTES.patchReceiver, (request) => receiving.patch(actorOf(request), request.body));
    done();
  };
}
