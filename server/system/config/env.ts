/**
 * Reads all environment variables the server uses; no other file reads the environment.
 * Source: choices, "Transport and client certificates"; API spec, "Authentication" 2.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { REQUESTS_PER_SECOND_PER_CERTIFICATE } from '#contract/limits.ts';

const PRODUCT_FOLDER = 'Sealed Records Vault';
const STATE_FOLDER = 'sealed-records-vault';

export interface Environment {
  /** Exact common names admitted; undefined where the variable is unset. Set but empty admits none. */
  readonly allowedClientCns: ReadonlySet<string> | undefined;
  /** Requests per second and certificate; undefined: no limit. */
  readonly rateLimit: number | undefined;
  /** Folder of the anchors, outside every data folder. */
  readonly stateDir: string;
  /** Folders searched for Hunspell dictionaries, in order. */
  readonly dictionaryFolders: readonly string[];
  /** Default data folder of `npm start` and of `--data`. */
  readonly defaultDataDir: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the server's environment variables. @throws invalid_request naming the invalid variable. */
export function readEnvironment(
  variables: Variables = process.env,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const {
    SERVICE_API_ALLOWED_CLIENT_CN: cns,
    SRVAULT_RATE_LIMIT: rate,
    SRVAULT_STATE_DIR: state,
    SRVAULT_DICTIONARIES: dictionaries,
  } = variables;
  return {
    allowedClientCns: cns === undefined ? undefined : parseCns(cns),
    rateLimit: parseRate(rate),
    stateDir: state || join(stateRoot(variables, platform), STATE_FOLDER),
    dictionaryFolders: [...(dictionaries ? [dictionaries] : []), ...platformDictionaries(platform)],
    defaultDataDir: join(dataRoot(variables, platform), PRODUCT_FOLDER),
  };
}

export interface BucketKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** Settings of a bucket that may be in the variables every S3 program uses. */
export interface BucketVariables {
  readonly keys: BucketKeys | undefined;
  readonly region: string | undefined;
  readonly endpoint: string | undefined;
  readonly profile: string | undefined;
  readonly credentialsFile: string | undefined;
  readonly caFile: string | undefined;
}

export function readBucketVariables(variables: Variables = process.env): BucketVariables {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: defaultRegion,
    AWS_ENDPOINT_URL_S3: endpointOfS3,
    AWS_ENDPOINT_URL: endpoint,
    AWS_PROFILE: profile,
    AWS_SHARED_CREDENTIALS_FILE: credentialsFile,
    AWS_CA_BUNDLE: caFile,
  } = variables;
  return {
    keys:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, sessionToken: sessionToken || undefined }
        : undefined,
    region: region || defaultRegion || undefined,
    endpoint: endpointOfS3 || endpoint || undefined,
    profile: profile || undefined,
    credentialsFile: credentialsFile || undefined,
    caFile: caFile || undefined,
  };
}

function parseCns(list: string): ReadonlySet<string> {
  return new Set(
    list
      .split(',')
      .map((cn) => cn.trim())
      .filter((cn) => cn !== ''),
  );
}

function parseRate(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return REQUESTS_PER_SECOND_PER_CERTIFICATE;
  if (text === 'off') return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new VaultError('invalid_request', 'SRVAULT_RATE_LIMIT must be «off» or a whole number above 0.');
}

/** Windows has no standard folder; it must be configured there. */
function platformDictionaries(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return [join(homedir(), 'Library', 'Spelling'), '/Library/Spelling'];
  return platform === 'win32' ? [] : ['/usr/share/hunspell', '/usr/share/myspell/dicts'];
}

function dataRoot(variables: Variables, platform: NodeJS.Platform): string {
  if (platform === 'win32') return variables['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return variables['XDG_CONFIG_HOME'] || join(homedir(), '.config');
}

function stateRoot(variables: Variables, platform: NodeJS.Platform): string {
  if (platform === 'win32') return variables['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return variables['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
}
