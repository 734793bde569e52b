/**
 * Remembers the bearer tokens of the page's open sessions from its requests. Used to lock them if the page cannot: it
 * crashed, hangs, or the computer goes to sleep. In memory only.
 */
const SESSION_GONE = 401;

export interface PageSessions {
  readonly onRequest: (request: Request) => string | undefined;
  readonly onResponse: (bearer: string | undefined, request: Request, status: number) => void;
  /** Returns all open tokens and forgets them. */
  readonly take: () => string[];
}

export function createPageSessions(): PageSessions {
  const open = new Set<string>();
  return {
    onRequest(request) {
      const bearer = request.headers.get('authorization') ?? undefined;
      if (bearer?.startsWith('Bearer ')) open.add(bearer);
      return bearer;
    },
    onResponse(bearer, request, status) {
      if (bearer === undefined) return;
      const locked = status === 200 && new URL(request.url).pathname === '/v1/session/lock';
      if (locked || status === SESSION_GONE) open.delete(bearer);
    },
    take() {
      const bearers = [...open];
      open.clear();
      return bearers;
    },
  };
}
