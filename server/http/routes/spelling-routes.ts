import type { FastifyPluginCallback } from 'fastify';
import { SPELLING_ROUTES } from '#contract/spelling/routes.ts';
import { addRoute } from '#server/http/register-route.ts';
import type { SpellingService } from '#server/spelling/spelling-service.ts';

export function spellingRoutes({ spelling }: { readonly spelling: SpellingService }): FastifyPluginCallback {
  return (app, _options, done) => {
    addRoute(app, SPELLING_ROUTES.check, ({ body }) => spelling.check(body.language, body.words));
    addRoute(app, SPELLING_ROUTES.suggest, async ({ body }) => ({
      suggestions: await spelling.suggest(body.language, body.word),
    }));
    done();
  };
}
