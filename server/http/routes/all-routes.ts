/** Lists every routes plugin of the server, connected to its services. */
import type { FastifyPluginCallback } from 'fastify';
import { auditRoutes } from './audit-routes.ts';
import { evidenceRoutes } from './backup-and-finding-routes.ts';
import { credentialsRoutes } from './credentials-routes.ts';
import { dicomwebRoutes } from './dicomweb-routes.ts';
import { documentsRoutes } from './documents-routes.ts';
import { drivesRoutes } from './drives-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { groupsRoutes } from './groups-routes.ts';
import { imagingRoutes } from './imaging-routes.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { principalsRoutes } from './principals-routes.ts';
import type { RouteServices } from './route-services.ts';
import { sessionRoutes } from './session-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { spellingRoutes } from './spelling-routes.ts';
import { travelRoutes } from './sync-routes.ts';
import { copyRoutes } from './travelling-copy-routes.ts';
import { vaultRoutes } from './vault-routes.ts';

export function allRoutes(services: RouteServices): readonly FastifyPluginCallback[] {
  return [
    vaultRoutes(services),
    sessionRoutes(services),
    principalsRoutes(services),
    groupsRoutes(services),
    credentialsRoutes(services),
    settingsRoutes(services),
    documentsRoutes(services),
    drivesRoutes(services),
    imagingRoutes(services),
    dicomwebRoutes(services),
    eventRoutes(services),
    exchangeRoutes(services),
    auditRoutes(services),
    evidenceRoutes(services),
    metricsRoutes(services),
    spellingRoutes(services),
    travelRoutes(services),
    copyRoutes(services),
  ];
}
