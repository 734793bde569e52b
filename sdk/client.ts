/**
 * Vault client for scripts, the command line and the interface, over any transport. Runs in Node and in browsers;
 * uses no certificate, file or screen.
 */
import type { TSchema } from 'typebox';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { VaultEvent } from '#contract/events/change-event.ts';
import type { TimePrecision } from '#contract/instant.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '#contract/route.ts';
import { createDriveApi, type DriveApi } from './drive/drive.ts';
import { assertGiven, isFields } from './http/argument-checks.ts';
import { type CallOptions, callOf } from './http/call.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './http/retry.ts';
import { createExchange, type HttpExchange, type LogLine } from './http/send-call.ts';
import { createSessionManager } from './http/session-manager.ts';
import type { VaultPromise } from './http/vault-promise.ts';
import { type AuditApi, createAuditApi } from './resources/audit.ts';
import {
  type BackupsApi,
  createBackupsApi,
  createFindingsApi,
  type FindingsApi,
} from './resources/backups-and-findings.ts';
import { createDocumentsApi } from './resources/documents.ts';
import type { DocumentsApi } from './resources/documents-api.ts';
import { type EventsOptions, streamEvents } from './resources/events.ts';
import { createExamsApi, type ExamsApi } from './resources/exams.ts';
import { createExchangeApi, type ExchangeApi } from './resources/exchange.ts';
import { createGroupsApi, type GroupsApi } from './resources/groups.ts';
import { createImagingApi, type ImagingApi } from './resources/imaging.ts';
import { createPatientsApi, type PatientsApi } from './resources/patients.ts';
import {
  type CredentialsApi,
  createCredentialsApi,
  createPrincipalsApi,
  type PrincipalsApi,
} from './resources/principals.ts';
import { createSessionApi, type SessionApi } from './resources/session.ts';
import { createSpellingApi, type SpellingApi } from './resources/spelling.ts';
import { createTravelApi, type TravelApi } from './resources/sync-sealed-rows.ts';
import { type CopyApi, createCopyApi } from './resources/travelling-copy.ts';
import { truncateBirthDate } from './resources/truncate-birth-date.ts';
import {
  type CertificatesApi,
  createCertificatesApi,
  createSettingsApi,
  createVaultApi,
  type SettingsApi,
  type VaultApi,
} from './resources/vault.ts';
import type { Transport } from './transport.ts';

export interface ClientOptions {
  readonly transport: Transport;
  /** Credential token. A session is opened when first needed, and again when it has expired. */
  readonly token?: string | undefined;
  /** Token of a session that was opened elsewhere. */
  readonly session_token?: string | undefined;
  /** Precision to which birth dates are reduced before sending; `none` by default. */
  readonly time_precision?: TimePrecision | undefined;
  /** Time limit of one attempt, in ms; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Called once per attempt. A line names the route, never an address with values, a body or a header. */
  readonly log?: ((line: LogLine) => void) | undefined;
}

type Described<Route, Key extends string, Value, Otherwise> =
  Route extends Readonly<Record<Key, TSchema>> ? Value : Otherwise;

/** Options of `request` besides the route, typed by the route's schemas; any value if it has none. */
export interface RawRequest<Route = RouteDefinition> extends CallOptions {
  readonly params?: Described<Route, 'params', ParamsOf<Route>, Readonly<Record<string, string | number>>>;
  readonly query?: Described<Route, 'query', QueryOf<Route>, object>;
  /** JSON body of the request. */
  readonly body?: Described<Route, 'body', BodyOf<Route>, unknown>;
}

export interface VaultClient {
  readonly patients: PatientsApi;
  readonly exams: ExamsApi;
  readonly templates: DocumentsApi<'templates'>;
  /** Drive of a security group. */
  readonly drive: (securityGroupId: string) => DriveApi;
  readonly session: SessionApi;
  readonly vault: VaultApi;
  readonly groups: GroupsApi;
  readonly principals: PrincipalsApi;
  readonly credentials: CredentialsApi;
  readonly certificates: CertificatesApi;
  readonly imaging: ImagingApi;
  readonly settings: SettingsApi;
  readonly spelling: SpellingApi;
  /** API for programs that keep a copy of the vault. */
  readonly travel: TravelApi;
  /** API of a travelling copy for its sync with the home vault; not available elsewhere. */
  readonly copy: CopyApi;
  /** Export formats: FHIR R4, DICOM. */
  readonly exchange: ExchangeApi;
  /** API of the audit log, for administrators. */
  readonly audit: AuditApi;
  /** API of backups and restore drills, for administrators. */
  readonly backups: BackupsApi;
  /** API of findings, for administrators. */
  readonly findings: FindingsApi;
  /** Stream of changes in every group of the caller; listening does not keep the session awake. */
  readonly events: (options?: EventsOptions) => AsyncIterable<VaultEvent>;
  /** Sends a request to any JSON route of the contract, or to one you describe. */
  readonly request: <Route extends RouteDefinition>(
    route: Route,
    request?: RawRequest<Route>,
  ) => VaultPromise<ResponseOf<Route>>;
  /** Closes the connections; the session expires on the server. */
  readonly close: () => Promise<void>;
}

const TIMEOUT_MS_DEFAULT = 60_000;

/** Creates a client of a vault. @throws TypeError for an unknown or invalid option */
export function createClient(options: ClientOptions): VaultClient {
  assertOptions(options);
  const { transport, token, time_precision: precision = 'none' } = options;
  const keeper = createSessionManager({
    sessionToken: options.session_token,
    open: token === undefined ? undefined : () => openByToken(exchange, token),
  });
  const exchange: HttpExchange = createExchange({
    transport,
    keeper,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS_DEFAULT,
    retry: { ...DEFAULT_RETRY_POLICY, ...options.retry },
    log: options.log,
  });

  return {
    patients: createPatientsApi(exchange, (record) => truncateBirthDate(record, precision)),
    exams: createExamsApi(exchange),
    templates: createDocumentsApi('templates', exchange, (record) => record),
    drive: (securityGroupId) => createDriveApi(exchange, securityGroupId),
    session: createSessionApi(exchange, keeper),
    vault: createVaultApi(exchange),
    groups: createGroupsApi(exchange),
    principals: createPrincipalsApi(exchange),
    credentials: createCredentialsApi(exchange),
    certificates: createCertificatesApi(exchange),
    settings: createSettingsApi(exchange),
    spelling: createSpellingApi(exchange),
    travel: createTravelApi(exchange),
    copy: createCopyApi(exchange),
    imaging: createImagingApi(exchange),
    exchange: createExchangeApi(exchange),
    audit: createAuditApi(exchange),
    backups: createBackupsApi(exchange),
    findings: createFindingsApi(exchange),
    events: (options) => streamEvents(exchange, options),
    request: (route, { params, query, body, ...callOptions } = {}) =>
      exchange.send(callOf(route, { params, query, body, options: callOptions })),
    close: () => transport.close(),
  };
}

/**
 * Checked at run time for callers in JavaScript, who would otherwise see the error with the first request or never.
 */
function assertOptions(options: ClientOptions): void {
  const wants = (isSo: boolean, what: string) => assertGiven(isSo, `A client takes ${what}.`);
  wants(isFields(options), 'an object of options, as in createClient({ transport })');
  const { transport, timeoutMs = TIMEOUT_MS_DEFAULT, retry = {}, log } = options;
  wants(
    typeof transport?.send === 'function',
    'a transport: that of nodeTransport({ baseUrl, ca, cert, key }), or of fetchTransport() in a page',
  );
  wants(isPositive(timeoutMs), 'timeoutMs as a number of milliseconds above 0');
  wants(isFields(retry), 'retry as an object, as in { maxRetries: 3 }');
  const { maxRetries = 0, baseDelayMs = 0, maxDelayMs = 0 } = retry;
  wants(
    [maxRetries, baseDelayMs, maxDelayMs].every((number) => number === 0 || isPositive(number)),
    'maxRetries, baseDelayMs and maxDelayMs as numbers from 0 on',
  );
  wants(log === undefined || typeof log === 'function', 'log as a function');
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

async function openByToken(exchange: HttpExchange, token: string): Promise<string> {
  const opened = await exchange.call(ACCESS_ROUTES.openSession, {
    body: { token: token.trim() },
    // Repeatable, because opening twice leaves only an unused session.
    repeatable: true,
  });
  return opened.session_token;
}
