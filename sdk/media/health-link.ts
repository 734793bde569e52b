/**
 * Creates a SMART Health Link in its `U` form: one encrypted file for a web address of the person, and the link with
 * its key. Uploads nothing. The link together with the file opens the records.
 * Source: SMART Health Links 1.0 (HL7 "SMART Health Cards and Links" 1.0.0), "Construct a SHLink Payload".
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { FhirBundle } from '#contract/exchange/routes.ts';
import { hasSampleLabel } from '#contract/exchange/sample-label.ts';
import { isDay } from '#contract/instant.ts';
import { base64UrlOf, textBytes } from '#crypto/proof/portable-bytes.ts';

export interface HealthLinkOptions {
  /** `https:` address of the file without its random name. */
  readonly place: string;
  /** Unencrypted description in the link, at most 80 characters. */
  readonly label?: string | undefined;
  /** Date after which readers should not follow the link; not enforced. */
  readonly expires_on?: string | undefined;
}

export interface HealthLink {
  /** `shlink:/…` contains the key, so it is as secret as the content. */
  readonly link: string;
  /** Name the file must have at that address. */
  readonly name: string;
  /** Compact JWE, to be served as `application/jose`. */
  readonly file: Uint8Array<ArrayBuffer>;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const URL_MAX_CHARS = 128;
/** Length of 32 bytes in base64url, as the specification requires for an unguessable address. */
const NAME_CHARS = 43;
export const HEALTH_LINK_PLACE_MAX_CHARS = URL_MAX_CHARS - NAME_CHARS;
export const HEALTH_LINK_LABEL_MAX_CHARS = 80;
export const HEALTH_LINK_FILE_TYPE = 'application/jose';

/** Returns true if the address can have a file below it. */
export function isHealthLinkPlace(place: string): boolean {
  if (place.length > HEALTH_LINK_PLACE_MAX_CHARS || !URL.canParse(place)) return false;
  const { protocol, search, hash, username } = new URL(place);
  return protocol === 'https:' && place.endsWith('/') && `${search}${hash}${username}` === '';
}

/**
 * Includes report and patient, but no files of the exam.
 * @throws RangeError if an option is invalid; invalid_request for an invented patient
 */
export async function healthLink(bundle: FhirBundle, options: HealthLinkOptions): Promise<HealthLink> {
  const { place, label = '', expires_on } = options;
  if (!isHealthLinkPlace(place))
    throw new RangeError('The place must be an https address that ends in a slash.');
  if (label.length > HEALTH_LINK_LABEL_MAX_CHARS)
    throw new RangeError('The label must have at most 80 characters.');
  if (expires_on !== undefined && !isDay(expires_on))
    throw new RangeError('The end must be a day, YYYY-MM-DD.');
  if (hasSampleLabel(bundle))
    throw new VaultError('invalid_request', 'A sample is not sent: its patient is invented.');
  const end = expires_on === undefined ? undefined : Date.parse(`${expires_on}T23:59:59Z`);
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const name = base64UrlOf(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  const payload = {
    url: `${place}${name}`,
    flag: 'U',
    key: base64UrlOf(key),
    ...(end === undefined ? {} : { exp: Math.floor(end / 1000) }),
    ...(label === '' ? {} : { label }),
    v: 1,
  };
  return {
    link: `shlink:/${base64UrlOf(textBytes(JSON.stringify(payload)))}`,
    name,
    file: textBytes(await encrypted(key, textBytes(JSON.stringify(withoutFiles(bundle))))),
  };
}

/** Removes DocumentReferences, because only members of the vault can reach their content. */
function withoutFiles({ entry, ...bundle }: FhirBundle): FhirBundle {
  return { ...bundle, entry: entry.filter(({ resource }) => resource.resourceType !== 'DocumentReference') };
}

/** Encrypts as JWE `dir` with A256GCM, as the specification requires. Source: RFC 7516. */
async function encrypted(key: Uint8Array<ArrayBuffer>, plaintext: Uint8Array<ArrayBuffer>): Promise<string> {
  const header = base64UrlOf(
    textBytes(JSON.stringify({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' })),
  );
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const additionalData = textBytes(header);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData, tagLength: TAG_BYTES * 8 },
      aes,
      plaintext,
    ),
  );
  const [ciphertext, tag] = [sealed.subarray(0, -TAG_BYTES), sealed.subarray(-TAG_BYTES)];
  // The second part is the encrypted key, which `dir` does not have.
  return [header, '', ...[iv, ciphertext, tag].map(base64UrlOf)].join('.');
}
