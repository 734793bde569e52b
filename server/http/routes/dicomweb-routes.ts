/** The DICOMweb routes: bodies and responses have their own media types; the rest is as on any other route. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { VariantKind } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { DICOMWEB_ROUTES } from '#contract/imaging/dicomweb.ts';
import type { DicomJson } from '#dicom/json-model.ts';
import { createUploadSlots } from '#server/drives/transfers/upload-slots.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import { requireStoredSyntax } from '#server/imaging/dicomweb/accepted-syntax.ts';
import { boundaryOf } from '#server/imaging/dicomweb/multipart-related.ts';
import { type InstancePath, writeFile } from '#server/imaging/dicomweb/wado-rs.ts';
import { drainBodyAfter } from './drives/drain-body.ts';
import { sendStream } from './drives/send-stream.ts';
import { transferActivity } from './drives/transfer-activity.ts';
import type { RouteServices } from './route-services.ts';

const JSON_TYPE = 'application/dicom+json';
const DICOM_TYPE = 'application/dicom';

type Parts = Pick<RouteServices, 'dicomweb' | 'drives'>;

export function dicomwebRoutes(parts: Parts): FastifyPluginCallback {
  return (app, _options, done) => {
    addQueryRoutes(app, parts);
    addMetadataRoutes(app, parts);
    addRetrieveRoutes(app, parts);
    addPictureRoutes(app, parts);
    app.register((scope, _scopeOptions, scopeDone) => {
      scope.removeAllContentTypeParsers();
      // The handler reads the body itself.
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      addStoreRoutes(scope, parts);
      scopeDone();
    });
    done();
  };
}

function urls(request: FastifyRequest, sg: string) {
  const base = `https://${request.headers.host ?? ''}/v1/dicomweb/${sg}/studies`;
  const study = (uid: string) => `${base}/${uid}`;
  const series = (studyUid: string, uid: string) => `${study(studyUid)}/series/${uid}`;
  const instance = ({ study_uid, series_uid, instance_uid }: DicomHeader) =>
    `${series(study_uid ?? '', series_uid ?? '')}/instances/${instance_uid}`;
  return { study, series, instance };
}

function sendJson(reply: FastifyReply, body: DicomJson | readonly DicomJson[]): FastifyReply {
  return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(JSON.stringify(body));
}

function addQueryRoutes(app: FastifyInstance, { dicomweb }: Parts): void {
  addRoute(app, DICOMWEB_ROUTES.queryStudies, async (request, reply) => {
    const { sg } = request.params;
    const found = dicomweb.findStudies(actorOf(request), sg, request.query, urls(request, sg).study);
    return sendJson(reply, await found);
  });
  addRoute(app, DICOMWEB_ROUTES.querySeries, (request, reply) => {
    const { sg, study } = request.params;
    const url = (uid: string) => urls(request, sg).series(study, uid);
    return sendJson(reply, dicomweb.findSeries(actorOf(request), request.params, request.query, url));
  });
  for (const route of [DICOMWEB_ROUTES.queryStudyInstances, DICOMWEB_ROUTES.querySeriesInstances]) {
    addRoute(app, route, (request, reply) => {
      const url = urls(request, request.params.sg).instance;
      return sendJson(reply, dicomweb.findInstances(actorOf(request), request.params, request.query, url));
    });
  }
}

function addMetadataRoutes(app: FastifyInstance, { dicomweb }: Parts): void {
  const { getStudyMetadata, getSeriesMetadata, getInstanceMetadata } = DICOMWEB_ROUTES;
  for (const route of [getStudyMetadata, getSeriesMetadata, getInstanceMetadata]) {
    addRoute(app, route, async (request, reply) => {
      const sets = dicomweb.metadata(actorOf(request), request.params);
      const first = await sets.next();
      return reply
        .header('cache-control', 'no-store')
        .type(JSON_TYPE)
        .send(Readable.from(jsonList(first.done ? [] : [first.value], sets)));
    });
  }
}

/** Streams one instance after another, so that a study of a thousand is never completely in memory. */
async function* jsonList(first: readonly string[], rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield '[';
  yield first.join('');
  for await (const set of rest) yield `,${set}`;
  yield ']';
}

function addRetrieveRoutes(app: FastifyInstance, { dicomweb }: Parts): void {
  for (const route of [DICOMWEB_ROUTES.getStudy, DICOMWEB_ROUTES.getSeries]) {
    addRoute(app, route, (request, reply) => answerRelated(request, reply, request.params));
  }
  addRoute(app, DICOMWEB_ROUTES.getInstance, (request, reply) => {
    if (!wantsPlain(request.headers.accept)) return answerRelated(request, reply, request.params);
    const actor = actorOf(request);
    const [found] = dicomweb.instancesAt(actor, request.params);
    if (found === undefined) throw new VaultError('not_found', 'This instance was not found.');
    requireStoredSyntax(request.headers.accept, [found]);
    const file = dicomweb.open(actor, request.params.sg, found);
    reply.header('content-length', file.size);
    return sendStream(request, reply, DICOM_TYPE, (sink) =>
      writeFile(file, actor, sink, transferActivity(request)),
    );
  });

  function answerRelated(request: FastifyRequest, reply: FastifyReply, path: InstancePath) {
    const actor = actorOf(request);
    requireStoredSyntax(request.headers.accept, dicomweb.instancesAt(actor, path));
    const body = dicomweb.related(actor, path, transferActivity(request));
    return sendStream(request, reply, body.content_type, body.writeTo);
  }
}

/** True for a client that accepts `application/dicom` and no multipart: it gets one file without an envelope. */
function wantsPlain(accept: string | undefined): boolean {
  return /application\/dicom(?![+"])/.test((accept ?? '').replaceAll(/multipart\/related[^,]*/gi, ''));
}

function addPictureRoutes(app: FastifyInstance, { dicomweb, drives }: Parts): void {
  const pictures = [
    [DICOMWEB_ROUTES.getInstanceThumbnail, 'thumbnail'],
    [DICOMWEB_ROUTES.getInstanceRendered, 'preview'],
  ] as const satisfies readonly (readonly [unknown, VariantKind])[];
  for (const [route, variant] of pictures) {
    addRoute(app, route, async (request, reply) => {
      const accept = request.headers.accept ?? '*/*';
      if (!/image\/webp|image\/\*|\*\/\*/.test(accept)) {
        throw new VaultError('invalid_request', 'Pictures are sent as image/webp only. Accept that type.');
      }
      const actor = actorOf(request);
      const [found] = dicomweb.instancesAt(actor, request.params);
      if (found === undefined) throw new VaultError('not_found', 'This instance was not found.');
      const content = await drives.content(actor, request.params.sg, found.row.node_id, { variant });
      reply.header('content-length', content.size);
      if (request.method === 'HEAD') await content.close();
      return sendStream(request, reply, content.mime_type, content.sendTo);
    });
  }
}

function addStoreRoutes(app: FastifyInstance, { dicomweb }: Parts): void {
  const slots = createUploadSlots();
  addRoute(app, DICOMWEB_ROUTES.storeInstances, (request, reply) =>
    answerStore(request, reply, request.params.sg, undefined),
  );
  addRoute(app, DICOMWEB_ROUTES.storeStudyInstances, (request, reply) =>
    answerStore(request, reply, request.params.sg, request.params.study),
  );

  function answerStore(
    request: FastifyRequest,
    reply: FastifyReply,
    group: SecurityGroupId,
    study: string | undefined,
  ) {
    return drainBodyAfter(request, async () => {
      const release = slots.take(request.peer.fingerprint);
      const answer = await dicomweb
        .store(actorOf(request), {
          group,
          study,
          body: request.raw,
          boundary: boundaryOf(request.headers['content-type']),
          isGone: () => request.raw.socket.destroyed,
          onActivity: transferActivity(request),
          url: urls(request, group).instance,
        })
        .finally(release);
      reply.code(answer.failed === 0 ? 200 : answer.stored === 0 ? 409 : 202);
      return sendJson(reply, answer.body);
    });
  }
}
