import type { FastifyPluginCallback } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { addRoute } from '#server/http/register-route.ts';
import { withIdempotency } from '#server/http/request/idempotency.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Routes of security groups and their members. */
export function groupsRoutes({
  groups,
  members,
}: Pick<RouteServices, 'groups' | 'members'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, ACCESS_ROUTES.listGroups, (request) => groups.list(actorOf(request), request.query));
    addRoute(app, ACCESS_ROUTES.createGroup, (request) => {
      const actor = actorOf(request);
      return withIdempotency(request, {
        run: async (options) => groups.create(actor, request.body, options),
        again: async (securityGroupId: SecurityGroupId) => groups.get(actor, securityGroupId),
      });
    });
    addRoute(app, ACCESS_ROUTES.listMembers, (request) =>
      members.list(actorOf(request), request.params.sg, request.query),
    );
    addRoute(app, ACCESS_ROUTES.putMember, (request) => {
      const { sg, principal_id } = request.params;
      return members.put(actorOf(request), sg, principal_id, request.body);
    });
    addRoute(app, ACCESS_ROUTES.deleteMember, (request) => {
      const { sg, principal_id } = request.params;
      return members.remove(actorOf(request), sg, principal_id);
    });
    done();
  };
}
