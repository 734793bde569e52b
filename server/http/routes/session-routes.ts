import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf, bindSessionToSocket, sessionOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes to open, read, lock and end sessions, and for the caller's own secrets and preferences. */
export function sessionRoutes({ sessions }: Pick<RouteServices, 'sessions'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, ACCESS_ROUTES.openSession, async ({ body, peer, raw: { socket } }) => {
      const opened = await sessions.open(body, peer, () => socket.destroyed);
      // Bound now; otherwise the connection could be ended as one of the session that has just locked.
      bindSessionToSocket(socket, sessions.find(opened.session_token, peer));
      return opened;
    });
    addRoute(app, ACCESS_ROUTES.getSession, (request) => sessions.view(sessionOf(request)));
    addRoute(app, ACCESS_ROUTES.lockSession, (request, reply) => {
      // Closes the connection after the response, because Node's parser keeps request headers in memory while it is
      // open. The client sends its next request on a new connection.
      reply.header('connection', 'close');
      return sessions.lock(sessionOf(request), { all: request.body?.all ?? false });
    });
    addRoute(app, ACCESS_ROUTES.setPassphrase, async (request) => {
      const live = sessionOf(request);
      await sessions.setPassphrase(actorOf(request), live, request.body);
      return sessions.view(live);
    });
    addRoute(app, ACCESS_ROUTES.renewRecoveryKey, (request) =>
      sessions.renewRecoveryKey(actorOf(request), sessionOf(request), request.body),
    );
    addRoute(app, ACCESS_ROUTES.renewRecoveryShares, (request) =>
      sessions.renewRecoveryShares(actorOf(request), sessionOf(request), request.body),
    );
    addRoute(app, ACCESS_ROUTES.createDeviceSecret, (request) =>
      sessions.createDeviceSecret(actorOf(request), sessionOf(request), request.peer, request.body),
    );
    addRoute(app, ACCESS_ROUTES.deleteDeviceSecret, (request) =>
      sessions.deleteDeviceSecret(actorOf(request), request.peer),
    );
    addRoute(app, ACCESS_ROUTES.getPreferences, (request) => sessions.getPreferences(actorOf(request)));
    addRoute(app, ACCESS_ROUTES.putPreferences, (request) =>
      sessions.putPreferences(actorOf(request), request.body),
    );
    addRoute(app, ACCESS_ROUTES.listSessions, (request) => sessions.list(actorOf(request), request.query));
    addRoute(app, ACCESS_ROUTES.deleteSession, (request) =>
      sessions.end(actorOf(request), request.params.session_id),
    );
    done();
  };
}
