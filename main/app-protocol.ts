/**
 * Serves the window's address `app://vault/`. The page cannot present a client certificate. Each of its requests is
 * checked here and forwarded to the vault with a certificate of the main process.
 * Source: design of architecture, "The picture"; sealing design, fact 9.
 */
import { protocol, type Session } from 'electron';
import { errorResponse, type ForwardTarget, forwardRequest } from './host/forward-request.ts';
import type { PageSessions } from './host/open-session-tokens.ts';
import type { ServePage } from './remote-vault/serve-ui-files.ts';

const APP_SCHEME = 'app';
const APP_HOST = 'vault';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Registers the scheme; must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

/** Handles the scheme for one session; only pages of that session reach the vault. */
export function handleAppScheme(
  session: Session,
  { target, answerPage }: { readonly target: ForwardTarget; readonly answerPage: ServePage },
  pageSessions: PageSessions,
): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) return errorResponse(403, 'origin_not_allowed', refusal);
    const page = answerPage(request);
    if (page !== undefined) return page;
    const bearer = pageSessions.onRequest(request);
    const answer = await forwardRequest(target, request);
    pageSessions.onResponse(bearer, request, answer.status);
    return answer;
  });
}

/** Returns the reason why a request is not the page's own; undefined if it is. */
function refusalOf(request: Request): string | undefined {
  const url = new URL(request.url);
  if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) return 'This address does not exist.';
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== APP_ORIGIN) return 'Pages of another origin may not call this service.';
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    return 'Pages of another origin may not call this service.';
  }
  return undefined;
}
