import type { FastifyPluginCallback } from 'fastify';
import { SETTINGS_ROUTES } from '#contract/access/settings-routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/**
 * Routes of the workspace's settings: read by all members, receivers of reports only by those who may send, changed by
 * administrators.
 */
export function settingsRoutes({ settings }: Pick<RouteServices, 'settings'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, SETTINGS_ROUTES.getSettings, (request) => settings.shownTo(actorOf(request)));
    addRoute(app, SETTINGS_ROUTES.patchSettings, (request) => settings.patch(actorOf(request), request.body));
    done();
  };
}
