/**
 * Text form of a state token: `<epoch>.<commits>.<link>.<proof>`. `link`: 32 bytes of the commit chain; `proof`: 16
 * bytes only a server of this vault can make; both base64url.
 */

/** Header of every response to an admitted client. */
export const VAULT_STATE_HEADER = 'x-vault-state';
/** Optional request header: the newest state the client has received. */
export const IF_VAULT_STATE_HEADER = 'if-vault-state';

interface StatePlace {
  readonly epoch: number;
  readonly commit_count: number;
}

interface ParsedVaultState extends StatePlace {
  /** Link of the commit chain, base64url: 43 characters; the proof has 22. */
  readonly link: string;
  readonly proof: string;
}

const FORM = /^([1-9]\d{0,14})\.(\d{1,15})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{22})$/;

/** Parses a state token from its text; verifies nothing. Undefined for malformed text. */
export function parseVaultState(text: string): ParsedVaultState | undefined {
  const [, epoch, commits, link, proof] = FORM.exec(text) ?? [];
  if (link === undefined || proof === undefined) return undefined;
  return { epoch: Number(epoch), commit_count: Number(commits), link, proof };
}

export function isLaterState(one: StatePlace, other: StatePlace): boolean {
  return one.epoch > other.epoch || (one.epoch === other.epoch && one.commit_count > other.commit_count);
}
