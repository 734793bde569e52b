import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '../http/register-route.ts';
import { actorOf } from '../http/request-context.ts';
import type { Services } from '../services.ts';

/** The workspace's settings: read by all, changed by administrators. */
export function settingsRoutes({ settings }: Pick<Services, 'settings'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, ACCESS_ROUTES.getSettings, () => settings.current());
    addRoute(app, ACCESS_ROUTES.patchSettings, (request) => settings.patch(actorOf(request), request.body));
    done();
  };
}
