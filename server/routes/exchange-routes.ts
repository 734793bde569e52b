import type { FastifyPluginCallback } from 'fastify';
import { EXCHANGE_ROUTES } from '#contract/exchange/routes.ts';
import type { ExchangeService } from '#server/exchange/exchange-service.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request-session.ts';

export function exchangeRoutes({ exchange }: { readonly exchange: ExchangeService }): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, EXCHANGE_ROUTES.fhirExam, (request) =>
      exchange.fhirExam(actorOf(request), request.params.exam_id),
    );
    addRoute(app, EXCHANGE_ROUTES.fhirPatient, (request) =>
      exchange.fhirPatient(actorOf(request), request.params.patient_id),
    );
    done();
  };
}
