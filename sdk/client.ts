/**
 * One client for scripts, the command line and the interface: the same functions over any transport.
 * Runs in Node and in browsers; knows no certificate, no file and no screen.
 */
import type { TSchema } from 'typebox';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { VaultEvent } from '#contract/events/event.ts';
import type { TimePrecision } from '#contract/instant.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from '#contract/route.ts';
import { createDriveApi, type DriveApi } from './drive/drive.ts';
import { type CallOptions, callOf } from './http/call.ts';
import { createExchange, type HttpExchange, type LogLine } from './http/exchange.ts';
import { assertGiven, isFields } from './http/given.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './http/retry.ts';
import { createSessionManager } from './http/session-manager.ts';
import type { VaultPromise } from './http/vault-promise.ts';
import { type AuditApi, createAuditApi } from './resources/audit.ts';
import { type CopyApi, createCopyApi } from './resources/copy.ts';
import { createDocumentsApi } from './resources/documents.ts';
import type { DocumentsApi } from './resources/documents-api.ts';
import { type EventsOptions, streamEvents } from './resources/events.ts';
import {
  type BackupsApi,
  createBackupsApi,
  createFindingsApi,
  type FindingsApi,
} from './resources/evidence.ts';
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
import { truncateBirthDate } from './resources/time-precision.ts';
import { createTravelApi, type TravelApi } from './resources/travel.ts';
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
  /** A credential token: the session is opened when it is first needed, and again when it has expired. */
  readonly token?: string | undefined;
  /** A session that was opened elsewhere. */
  readonly session_token?: string | undefined;
  /** Birth dates are cut to this before they are sent; `none` unless given. */
  readonly time_precision?: TimePrecision | undefined;
  /** For one attempt, in ms; 60,000 unless given. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Called once per attempt; a line names the route, never an address with values, a body or a header. */
  readonly log?: ((line: LogLine) => void) | undefined;
}

type Described<Route, Key extends string, Value, Otherwise> =
  Route extends Readonly<Record<Key, TSchema>> ? Value : Otherwise;

/** What `request` takes beside the route: what the route's schemas say, anything where it has none. */
export interface RawRequest<Route = RouteDefinition> extends CallOptions {
  readonly params?: Described<Route, 'params', ParamsOf<Route>, Readonly<Record<string, string | number>>>;
  readonly query?: Described<Route, 'query', QueryOf<Route>, object>;
  /** Sent as JSON. */
  readonly body?: Described<Route, 'body', BodyOf<Route>, unknown>;
}

export interface VaultClient {
  readonly patients: PatientsApi;
  readonly exams: ExamsApi;
  readonly templates: DocumentsApi<'templates'>;
  /** The drive of a security group. */
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
  /** For programs that keep a copy of the vault. */
  readonly travel: TravelApi;
  /** Of a travelling copy alone: how it stands with the vault it is of. */
  readonly copy: CopyApi;
  /** Records as others need them: FHIR R4, DICOM. */
  readonly exchange: ExchangeApi;
  /** Administrators. */
  readonly audit: AuditApi;
  /** Administrators. */
  readonly backups: BackupsApi;
  /** Administrators. */
  readonly findings: FindingsApi;
  /** Changes as they happen, of every group one is a member of; listening does not keep the session awake. */
  readonly events: (options?: EventsOptions) => AsyncIterable<VaultEvent>;
  /** Any JSON route of the contract, or one of your own description. */
  readonly request: <Route extends RouteDefinition>(
    route: Route,
    request?: RawRequest<Route>,
  ) => VaultPromise<ResponseOf<Route>>;
  /** Closes the connections; the session ends by itself. */
  readonly close: () => Promise<void>;
}

const TIMEOUT_MS_DEFAULT = 60_000;

/** @throws TypeError where an option is none of these */
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

/** Whoever writes JavaScript may hand in anything, and would hear of it with the first request or never. */
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
    // Opening twice leaves one unused session behind, nothing else.
    repeatable: true,
  });
  return opened.session_token;
}
