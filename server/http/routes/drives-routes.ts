/**
 * The drive routes. Each body kind has its own scope, so that a route only takes the media type it is
 * meant for: JSON, one multipart form, or raw bytes.
 * Source: contract, `DRIVE_ROUTES`; choices, "Drives".
 */

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import type { NodeId } from '#contract/ids.ts';
import { FRAMES_AT_ONCE_PER_PRINCIPAL } from '#contract/limits.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import { createUploadSlots, type UploadSlots } from '#server/drives/transfers/upload-slots.ts';
import { addRoute } from '#server/http/register-route.ts';
import { withIdempotency } from '#server/http/request/idempotency.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { ProcessingService } from '#server/imaging/processing/processing-service.ts';
import { createKeyedQueue } from '#server/system/queue-per-key.ts';
import { respondWithContent } from './drives/content-response.ts';
import { drainBodyAfter } from './drives/drain-body.ts';
import { respondWithExtract } from './drives/extract-response.ts';
import { respondWithFrame } from './drives/frame-response.ts';
import { transferActivity } from './drives/transfer-activity.ts';
import { FORM_LIMITS, handleUpload } from './drives/upload-form.ts';

/** More than any viewer prefetches. */
const FRAMES_WAITING_MAX = 1024;

export interface DrivesRoutesParts {
  readonly drives: DrivesService;
  readonly processing: ProcessingService;
}

export function drivesRoutes({ drives, processing }: DrivesRoutesParts): FastifyPluginCallback {
  return (app, _options, done) => {
    const slots = createUploadSlots();
    addNodeRoutes(app, drives);
    addContentRoutes(app, drives, processing);
    addPictureRoutes(app, drives);
    addTransferRoutes(app, drives);
    app.register((scope, _scopeOptions, scopeDone) => {
      scope.removeAllContentTypeParsers();
      scope.register(multipart, FORM_LIMITS);
      scope.after(() => addUploadRoute(scope, drives, slots));
      scopeDone();
    });
    app.register((scope, _scopeOptions, scopeDone) => {
      scope.removeAllContentTypeParsers();
      // The handler reads the body itself.
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      addPartRoute(scope, drives, slots);
      scopeDone();
    });
    done();
  };
}

function addNodeRoutes(app: FastifyInstance, drives: DrivesService): void {
  addRoute(app, DRIVE_ROUTES.listNodes, (request) =>
    drives.listNodes(actorOf(request), request.params.sg, request.query),
  );
  addRoute(app, DRIVE_ROUTES.getNode, (request) =>
    drives.getNode(actorOf(request), request.params.sg, request.params.node_id),
  );
  addRoute(app, DRIVE_ROUTES.createFolder, (request) => {
    const actor = actorOf(request);
    const { sg } = request.params;
    return withIdempotency(request, {
      run: (options) => drives.createFolder(actor, sg, request.body, options),
      again: async (nodeId: NodeId) => drives.getNode(actor, sg, nodeId),
    });
  });
  addRoute(app, DRIVE_ROUTES.patchNode, (request) =>
    drives.patchNode(actorOf(request), request.params.sg, request.params.node_id, request.body),
  );
  addRoute(app, DRIVE_ROUTES.deleteNode, (request) => {
    const { sg, node_id } = request.params;
    const remove = request.query.purge === true ? drives.purgeNode : drives.trashNode;
    return remove(actorOf(request), sg, node_id);
  });
  addRoute(app, DRIVE_ROUTES.purgeNode, (request) =>
    drives.purgeNode(actorOf(request), request.params.sg, request.params.node_id),
  );
  addRoute(app, DRIVE_ROUTES.restoreNode, (request) => {
    const actor = actorOf(request);
    const { sg, node_id } = request.params;
    return withIdempotency(request, {
      run: (options) => drives.restoreNode(actor, sg, node_id, options),
      again: async () => drives.getNode(actor, sg, node_id),
    });
  });
}

function addContentRoutes(app: FastifyInstance, drives: DrivesService, processing: ProcessingService): void {
  const framesInLine = createKeyedQueue(FRAMES_WAITING_MAX, FRAMES_AT_ONCE_PER_PRINCIPAL);
  const parts = { drives, processing, framesInLine };
  addRoute(app, DRIVE_ROUTES.getContent, (request, reply) => {
    const { variant } = request.query;
    return variant === 'text' || variant === 'document'
      ? respondWithExtract(parts, variant, request, reply)
      : respondWithContent(drives, variant, request, reply);
  });
  addRoute(app, DRIVE_ROUTES.getFrame, (request, reply) => respondWithFrame(parts, request, reply));
}

function addPictureRoutes(app: FastifyInstance, drives: DrivesService): void {
  addRoute(app, DRIVE_ROUTES.listSeries, (request) =>
    drives.listSeries(actorOf(request), request.params.sg, request.query.exam_id),
  );
  addRoute(app, DRIVE_ROUTES.reprocessNode, (request) => {
    const actor = actorOf(request);
    const { sg, node_id } = request.params;
    return withIdempotency(request, {
      run: (options) => drives.reprocessNode(actor, sg, node_id, options),
      again: async () => drives.getNode(actor, sg, node_id),
    });
  });
}

function addTransferRoutes(app: FastifyInstance, drives: DrivesService): void {
  addRoute(app, DRIVE_ROUTES.startUpload, (request) => {
    const actor = actorOf(request);
    const { sg } = request.params;
    return withIdempotency(request, {
      run: (options) => drives.startUpload(actor, sg, request.body, options),
      again: async (nodeId: NodeId) => drives.getUpload(actor, sg, nodeId),
    });
  });
  addRoute(app, DRIVE_ROUTES.listParts, (request) =>
    drives.listParts(actorOf(request), request.params.sg, request.params.node_id),
  );
  addRoute(app, DRIVE_ROUTES.completeUpload, (request) => {
    const actor = actorOf(request);
    const { sg, node_id } = request.params;
    return withIdempotency(request, {
      run: (options) => drives.completeUpload(actor, sg, node_id, options, request.body?.sha256),
      again: async () => drives.getStored(actor, sg, node_id),
    });
  });
}

function addUploadRoute(app: FastifyInstance, drives: DrivesService, slots: UploadSlots): void {
  addRoute(app, DRIVE_ROUTES.uploadNode, (request) =>
    drainBodyAfter(request, async () => {
      const release = slots.take(request.peer.fingerprint);
      try {
        return await handleUpload(drives, request, request.params.sg);
      } finally {
        release();
      }
    }),
  );
}

function addPartRoute(app: FastifyInstance, drives: DrivesService, slots: UploadSlots): void {
  addRoute(app, DRIVE_ROUTES.putPart, (request) =>
    drainBodyAfter(request, async () => {
      const release = slots.take(request.peer.fingerprint);
      const { sg, node_id, n } = request.params;
      try {
        return await drives.putPart(actorOf(request), sg, node_id, n, request.raw, {
          onActivity: transferActivity(request),
          freeChunks: true,
        });
      } finally {
        release();
      }
    }),
  );
}
