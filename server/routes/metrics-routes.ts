import type { FastifyPluginCallback } from 'fastify';
import { METRICS_ROUTES } from '#contract/metrics.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request-session.ts';
import type { Services } from '#server/services.ts';

/** Figures for monitoring. */
export function metricsRoutes({ metrics }: Pick<Services, 'metrics'>): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, METRICS_ROUTES.getMetrics, async (request, reply) => {
      const text = await metrics.text(actorOf(request));
      // The application's serializer writes JSON; this is text already.
      return reply
        .type(metrics.mediaType)
        .serializer((plain: string) => plain)
        .send(text);
    });
    done();
  };
}
