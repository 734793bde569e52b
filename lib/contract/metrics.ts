import { typedRoutes } from './route.ts';

export const METRICS_ROUTES = typedRoutes({
  getFigures: {
    auth: 'certificate',
    success: 200,
    method: 'GET',
    path: '/v1/figures',
    operation_id: 'getFigures',
    media_type: 'text/plain',
    summary: 'Read the same metrics without an unlock: counts without names',
  },
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
