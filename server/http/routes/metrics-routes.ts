import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { METRICS_ROUTES } from '#contract/metrics.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

/** Route for monitoring metrics. */
export function metricsRoutes({ metrics }: Pick<RouteServices, 'metrics'>): FastifyPluginCallback {
  return (app, _options, done) => {
    // The default serialiser writes JSON; this is text already.
    const send = (reply: FastifyReply, text: string) =>
      reply
        .type(metrics.mediaType)
        .serializer((plain: string) => plain)
        .send(text);
    addRoute(app, METRICS_ROUTES.getMetrics, async (request, reply) =>
      send(reply, await metrics.text(actorOf(request))),
    );
    addRoute(app, METRICS_ROUTES.getFigures, async (_request, reply) => send(reply, await metrics.figures()));
    done();
  };
}
