import { typedRoutes } from '#contract/route.ts';

export const EVENT_ROUTES = typedRoutes({
  streamEvents: {
    auth: 'session',
    passive: true,
    success: 200,
    method: 'GET',
    path: '/v1/events',
    operation_id: 'streamEvents',
    media_type: 'text/event-stream',
    summary: 'Changes as they happen (text/event-stream), resumable by Last-Event-ID',
  },
});
