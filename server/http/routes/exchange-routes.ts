/**
 * Routes that export reports to other systems: FHIR, report files, hand-overs, HL7 messages and their outbox. File
 * names in headers contain no clinical text.
 */
import type { FastifyPluginCallback } from 'fastify';
import { HANDOVER_ROUTES } from '#contract/exchange/handover.ts';
import { OUTBOX_ROUTES } from '#contract/exchange/outbox.ts';
import {
  EXCHANGE_ROUTES,
  HL7_MEDIA_TYPE,
  type ReportFileFormat,
  VERSION_HEADER,
} from '#contract/exchange/routes.ts';
import type { ExchangeService } from '#server/exchange/exchange-service.ts';
import type { OutboxService } from '#server/exchange/outbox/outbox-service.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import { sendStream } from './drives/send-stream.ts';
import { transferActivity } from './drives/transfer-activity.ts';

/** Headers get a fixed file name, because titles are clinical. */
const EXTENSIONS: Readonly<Record<ReportFileFormat, string>> = {
  html: 'html',
  md: 'md',
  text: 'txt',
  pdf: 'pdf',
};

interface Services {
  readonly exchange: ExchangeService;
  readonly outbox: OutboxService;
}

export function exchangeRoutes({ exchange, outbox }: Services): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, EXCHANGE_ROUTES.fhirExam, (request) =>
      exchange.fhirExam(actorOf(request), request.params.exam_id, request.query.pdf ?? true),
    );
    addRoute(app, EXCHANGE_ROUTES.reportFile, async (request, reply) => {
      const { exam_id } = request.params;
      const file = await exchange.reportFile(actorOf(request), exam_id, request.query);
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-disposition': `attachment; filename="report.${EXTENSIONS[request.query.format ?? 'html']}"`,
          [VERSION_HEADER]: file.version_id,
        })
        .type(file.media_type)
        .send(Buffer.from(file.bytes));
    });
    addRoute(app, HANDOVER_ROUTES.create, async (request, reply) => {
      const write = await exchange.handOver(actorOf(request), request.params.exam_id, request.body);
      return sendStream(request, reply, 'text/html; charset=utf-8', (sink) =>
        write(sink, transferActivity(request)),
      );
    });
    addRoute(app, EXCHANGE_ROUTES.hl7Message, async (request, reply) => {
      const { exam_id } = request.params;
      const message = await exchange.hl7Message(actorOf(request), exam_id, request.query.version_id);
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-disposition': 'attachment; filename="report.hl7"',
          [VERSION_HEADER]: message.version_id,
        })
        .type(`${HL7_MEDIA_TYPE}; charset=utf-8`)
        .send(Buffer.from(message.text));
    });
    addRoute(app, OUTBOX_ROUTES.queue, (request) =>
      outbox.queue(actorOf(request), request.params.exam_id, request.body),
    );
    addRoute(app, OUTBOX_ROUTES.list, (request) => outbox.list(actorOf(request), request.query));
    addRoute(app, OUTBOX_ROUTES.retry, (request) =>
      outbox.retry(actorOf(request), request.params.message_id),
    );
    addRoute(app, OUTBOX_ROUTES.discard, (request) =>
      outbox.discard(actorOf(request), request.params.message_id),
    );
    addRoute(app, EXCHANGE_ROUTES.pseudonymSecret, (request) =>
      exchange.pseudonymSecret(actorOf(request), request.params.exam_id),
    );
    addRoute(app, EXCHANGE_ROUTES.fhirPatient, (request) =>
      exchange.fhirPatient(actorOf(request), request.params.patient_id),
    );
    done();
  };
}
