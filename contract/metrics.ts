import { typedRoutes } from './route.ts';

export const METRICS_ROUTES = typedRoutes({
  getMetrics: {
    auth: 'session',
    passive: true,
    success: 200,
    method: 'GET',
    path: '/v1/metrics',
    operation_id: 'getMetrics',
    media_type: 'text/plain',
    summary: 'Figures of the running server, in the text format of Prometheus (administrators)',
    errors: ['permission_denied'],
  },
});
