/**
 * Routes for presence (who has an exam open) and `GET /v1/events`, a stream that lasts as long as the session. Comment
 * lines keep the connection open and state the newest change number, so that a client without matching events can
 * resume there too.
 * Source: choices, second part, "Events".
 */
import { Readable } from 'node:stream';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { VaultEvent } from '#contract/events/change-event.ts';
import { PRESENCE_ROUTES } from '#contract/events/presence.ts';
import { EVENT_ROUTES } from '#contract/events/routes.ts';
import { EVENT_HEARTBEAT_MS, EVENTS_WAITING_MAX_BYTES } from '#contract/limits.ts';
import type { EventsService } from '#server/events/events-service.ts';
import type { PresenceService } from '#server/events/presence-service.ts';
import { addRoute } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';

interface EventRoutesDeps {
  readonly events: EventsService;
  readonly presence: PresenceService;
}

export function eventRoutes({ events, presence }: EventRoutesDeps): FastifyPluginCallback {
  return (app, _options, done) => {
    const linesOf = linesOnce();
    addRoute(app, EVENT_ROUTES.streamEvents, (request, reply) => {
      reply.header('content-type', 'text/event-stream; charset=utf-8');
      return request.method === 'HEAD'
        ? reply.send(Readable.from([]))
        : stream({ events, presence, linesOf }, request, reply);
    });
    addRoute(app, PRESENCE_ROUTES.get, (request) => presence.list(actorOf(request), request.params.exam_id));
    addRoute(app, PRESENCE_ROUTES.put, (request) =>
      presence.stay(actorOf(request), request.params.exam_id, request.body.activity),
    );
    addRoute(app, PRESENCE_ROUTES.delete, (request) =>
      presence.leave(actorOf(request), request.params.exam_id),
    );
    done();
  };
}

/** Bypasses Fastify, which would wait for the end. */
function stream(
  { events, presence, linesOf }: EventRoutesDeps & { readonly linesOf: (event: VaultEvent) => string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { raw } = reply;
  const waiting: string[] = [];
  let isOpen = false;

  function write(text: string): void {
    if (!isOpen) waiting.push(text);
    else if (raw.writableLength > EVENTS_WAITING_MAX_BYTES) raw.destroy();
    else raw.write(text);
  }

  const subscription = events.subscribe(actorOf(request), request.headers['last-event-id']?.toString(), {
    onEvent: (event) => write(linesOf(event)),
    onEnd: () => raw.end(),
  });
  const heartbeat = () => write(`: at ${subscription.position()}\n\n`);
  const timer = setInterval(heartbeat, EVENT_HEARTBEAT_MS).unref();
  // A window that closes or crashes ends its stream, and with it its presence.
  const endPresence = presence.listens(actorOf(request));
  raw.once('close', () => {
    endPresence();
    clearInterval(timer);
    subscription.stop();
  });

  reply.hijack();
  raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  isOpen = true;
  for (const text of waiting) raw.write(text);
  heartbeat();
  return reply;
}

/** Serialises each event once for all streams. */
function linesOnce(): (event: VaultEvent) => string {
  const known = new WeakMap<VaultEvent, string>();
  return (event) => {
    const text = known.get(event) ?? lines(event);
    known.set(event, text);
    return text;
  };
}

function lines({ id, event, data }: VaultEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
