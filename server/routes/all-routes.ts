/** Every routes plugin of the server, bound to its services. */
import type { FastifyPluginCallback } from 'fastify';
import type { Services } from '../services.ts';
import { healthRoutes } from './health-routes.ts';

export function allRoutes(_services: Services): readonly FastifyPluginCallback[] {
  return [healthRoutes];
}
