import type { FastifyPluginCallback } from 'fastify';
import { VaultError } from '#contract/errors/vault-error.ts';
import { COPY_ROUTES } from '#contract/sync/travelling-copy.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes of a travelling copy about itself; other vaults report that they are none. */
export function copyRoutes({ copy }: Pick<RouteServices, 'copy'>): FastifyPluginCallback {
  function required() {
    if (copy !== undefined) return copy;
    throw new VaultError('not_found', 'This vault is not a travelling copy.');
  }
  return (app, _options, done) => {
    addRoute(app, COPY_ROUTES.getCopy, () => required().status());
    addRoute(app, COPY_ROUTES.exchange, ({ body }) => required().exchange(body.passphrase));
    addRoute(app, COPY_ROUTES.takeGroup, (request) => {
      const { security_group_id, since } = request.body;
      return required().takeGroup(actorOf(request), security_group_id, since);
    });
    addRoute(app, COPY_ROUTES.pin, (request) => {
      const { exam_id, is_pinned } = request.body;
      return required().pin(actorOf(request), exam_id, is_pinned);
    });
    addRoute(app, COPY_ROUTES.settleName, (request) => {
      const { node_id, keep } = request.body;
      return required().settleName(actorOf(request), node_id, keep);
    });
    addRoute(app, COPY_ROUTES.putAddresses, (request) =>
      required().changeAddresses(actorOf(request), request.body.addresses),
    );
    done();
  };
}
