import type { FastifyPluginCallback } from 'fastify';
import { HANDOVER_ROUTES } from '#contract/exchange/handover.ts';
import { EXCHANGE_ROUTES, type ReportFileFormat, VERSION_HEADER } from '#contract/exchange/routes.ts';
import type { ExchangeService } from '#server/exchange/exchange-service.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request-session.ts';
import { sendStream } from './drives/send-stream.ts';
import { activityOf } from './drives/transfer-activity.ts';

/** A clinical name does not go into a header. */
const EXTENSIONS: Readonly<Record<ReportFileFormat, string>> = {
  html: 'html',
  md: 'md',
  text: 'txt',
  pdf: 'pdf',
};

export function exchangeRoutes({ exchange }: { readonly exchange: ExchangeService }): FastifyPluginCallback {
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
        write(sink, activityOf(request)),
      );
    });
    addRoute(app, EXCHANGE_ROUTES.pseudonymSecret, (request) =>
      exchange.pseudonymSecret(actorOf(request), request.params.exam_id),
    );
    addRoute(app, EXCHANGE_ROUTES.fhirPatient, (request) =>
      exchange.fhirPatient(actorOf(request), request.params.patient_id),
    );
    done();
  };
}
