/** The route table: every route of the service, in one place. */
import { ACCESS_ROUTES } from './access/routes.ts';
import { RESOURCES } from './documents/document-index.ts';
import { documentRoutes, EXAM_PATIENT_ROUTE } from './documents/routes.ts';
import { DRIVE_ROUTES } from './drives/routes.ts';
import type { RouteDefinition } from './route.ts';

export const ROUTES: readonly RouteDefinition[] = [
  ...RESOURCES.flatMap((resource) => Object.values<RouteDefinition>(documentRoutes(resource))),
  EXAM_PATIENT_ROUTE,
  ...Object.values<RouteDefinition>(DRIVE_ROUTES),
  ...Object.values<RouteDefinition>(ACCESS_ROUTES),
];
