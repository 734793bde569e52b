/** Routes for travelling copies on other machines: pull and push. Source: contract, `TRAVEL_ROUTES`. */
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify';
import { updateBodySchema } from '#contract/documents/requests.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import { createUploadSlots } from '#server/drives/transfers/upload-slots.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import { sendContent } from './drives/content-response.ts';
import { drainBodyAfter } from './drives/drain-body.ts';
import { transferActivity } from './drives/transfer-activity.ts';
import type { RouteServices } from './route-services.ts';

export function travelRoutes({
  travel,
  documents,
  drives,
}: Pick<RouteServices, 'travel' | 'documents' | 'drives'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, TRAVEL_ROUTES.frame, (request) => travel.frame(actorOf(request), request.query));
    addRoute(app, TRAVEL_ROUTES.size, (request) => documents.travel.size(actorOf(request), request.query));
    addRoute(app, TRAVEL_ROUTES.pull, (request) => documents.travel.pull(actorOf(request), request.body));
    addRoute(app, TRAVEL_ROUTES.pullDocuments, (request) =>
      documents.travel.pullById(actorOf(request), request.body),
    );
    addRoute(app, TRAVEL_ROUTES.pullVersions, (request) =>
      documents.travel.pullVersions(actorOf(request), request.body),
    );
    addRoute(app, TRAVEL_ROUTES.pullNodes, (request) => drives.travel.pull(actorOf(request), request.body));
    addRoute(app, TRAVEL_ROUTES.sealedBytes, async (request, reply) => {
      const { sg: security_group_id, node_id, blob } = request.params;
      const content = await drives.travel.sealedBytes(
        actorOf(request),
        { security_group_id, node_id, blob },
        {
          range: request.headers.range,
          ifRange: request.headers['if-range']?.toString(),
          onActivity: transferActivity(request),
        },
      );
      return sendContent(content, request, reply);
    });
    addRoute(app, TRAVEL_ROUTES.push, (request) =>
      documents.travel.push(actorOf(request), request.body, (resource, content) =>
        holds(request, updateBodySchema(resource), content),
      ),
    );
    addRoute(app, TRAVEL_ROUTES.pushNode, (request) => drives.travel.push(actorOf(request), request.body));
    app.register((scope, _scopeOptions, scopeDone) => {
      scope.removeAllContentTypeParsers();
      // The handler reads the body itself.
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      addBytesRoute(scope, drives);
      scopeDone();
    });
    done();
  };
}

function addBytesRoute(app: FastifyInstance, drives: RouteServices['drives']): void {
  const slots = createUploadSlots();
  addRoute(app, TRAVEL_ROUTES.bringBytes, (request) =>
    drainBodyAfter(request, async () => {
      const release = slots.take(request.peer.fingerprint);
      const { sg: security_group_id, node_id, blob } = request.params;
      try {
        return await drives.travel.receiveBytes(
          actorOf(request),
          { security_group_id, node_id, blob, part: request.query.part },
          request.raw,
          { onActivity: transferActivity(request) },
        );
      } finally {
        release();
      }
    }),
  );
}

/** True when opened content matches the schema of a plaintext request. */
function holds(request: FastifyRequest, schema: object, value: unknown): boolean {
  return Boolean(request.compileValidationSchema(schema, 'body')(value));
}
