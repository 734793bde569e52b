/** The route table: every route of the service. */
import { CERTIFICATE_ROUTES } from './access/certificates.ts';
import { ACCESS_ROUTES } from './access/routes.ts';
import { SETTINGS_ROUTES } from './access/settings-routes.ts';
import { AUDIT_ROUTES } from './audit/routes.ts';
import { COSIGN_ROUTES } from './documents/cosign-requests.ts';
import { RESOURCES } from './documents/document-index.ts';
import { ERASURE_ROUTES } from './documents/erasure.ts';
import { documentRoutes, EXAM_PATIENT_ROUTE } from './documents/routes.ts';
import { SIGNATURE_ROUTES } from './documents/signature-routes.ts';
import { DRIVE_ROUTES } from './drives/routes.ts';
import { PRESENCE_ROUTES } from './events/presence.ts';
import { EVENT_ROUTES } from './events/routes.ts';
import { HANDOVER_ROUTES } from './exchange/handover.ts';
import { OUTBOX_ROUTES } from './exchange/outbox.ts';
import { EXCHANGE_ROUTES } from './exchange/routes.ts';
import { DICOMWEB_ROUTES } from './imaging/dicomweb.ts';
import { IMAGING_ROUTES } from './imaging/routes.ts';
import { EVIDENCE_ROUTES } from './maintenance/routes.ts';
import { METRICS_ROUTES } from './metrics.ts';
import type { RouteDefinition } from './route.ts';
import { SPELLING_ROUTES } from './spelling/routes.ts';
import { TRAVEL_ROUTES } from './sync/routes.ts';
import { COPY_ROUTES } from './sync/travelling-copy.ts';

export const ROUTES: readonly RouteDefinition[] = [
  ...RESOURCES.flatMap((resource) => Object.values<RouteDefinition>(documentRoutes(resource))),
  EXAM_PATIENT_ROUTE,
  ...Object.values<RouteDefinition>(SIGNATURE_ROUTES),
  ...Object.values<RouteDefinition>(COSIGN_ROUTES),
  ...Object.values<RouteDefinition>(DRIVE_ROUTES),
  ...Object.values<RouteDefinition>(IMAGING_ROUTES),
  ...Object.values<RouteDefinition>(DICOMWEB_ROUTES),
  ...Object.values<RouteDefinition>(ACCESS_ROUTES),
  ...Object.values<RouteDefinition>(SETTINGS_ROUTES),
  ...Object.values<RouteDefinition>(CERTIFICATE_ROUTES),
  ...Object.values<RouteDefinition>(EVENT_ROUTES),
  ...Object.values<RouteDefinition>(PRESENCE_ROUTES),
  ...Object.values<RouteDefinition>(EXCHANGE_ROUTES),
  ...Object.values<RouteDefinition>(HANDOVER_ROUTES),
  ...Object.values<RouteDefinition>(OUTBOX_ROUTES),
  ...Object.values<RouteDefinition>(AUDIT_ROUTES),
  ...Object.values<RouteDefinition>(EVIDENCE_ROUTES),
  ...Object.values<RouteDefinition>(METRICS_ROUTES),
  ...Object.values<RouteDefinition>(SPELLING_ROUTES),
  ...Object.values<RouteDefinition>(TRAVEL_ROUTES),
  ...Object.values<RouteDefinition>(COPY_ROUTES),
  // Last, because tests that call every route in order need a patient for the others.
  ...Object.values<RouteDefinition>(ERASURE_ROUTES),
];
