/**
 * A SMART Health Link in its `U` form: one encrypted file at a place of one's own, and the link that says where it is
 * and how to open it. Nothing is uploaded here; who has the link and reaches the file reads the records.
 * Source: SMART Health Links 1.0 (HL7 "SMART Health Cards and Links" 1.0.0), "Construct a SHLink Payload".
 */
import type { FhirBundle } from '#contract/exchange/routes.ts';
import { isDay } from '#contract/instant.ts';
import { base64UrlOf, textBytes } from '#crypto/proof/portable-bytes.ts';

export interface HealthLinkOptions {
  /** Where the file will lie: `https:`, up to the name it gets, which is random. */
  readonly place: string;
  /** What is behind the link, in clear in it: at most 80 characters. */
  readonly label?: string | undefined;
  /** A day after which readers shall not follow it: a courtesy, no lock. */
  readonly expires_on?: string | undefined;
}

export interface HealthLink {
  /** `shlink:/…`: opens the file, so it is as secret as what is in it. */
  readonly link: string;
  /** Under which name the file has to lie at the place. */
  readonly name: string;
  /** A compact JWE, to be served as `application/jose`. */
  readonly file: Uint8Array<ArrayBuffer>;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const URL_MAX_CHARS = 128;
/** Of 32 bytes in base64url: what the specification asks of a place nobody can guess. */
const NAME_CHARS = 43;
export const HEALTH_LINK_PLACE_MAX_CHARS = URL_MAX_CHARS - NAME_CHARS;
export const HEALTH_LINK_LABEL_MAX_CHARS = 80;
export const HEALTH_LINK_FILE_TYPE = 'application/jose';

/** Whether a file can lie below it. */
export function isHealthLinkPlace(place: string): boolean {
  if (place.length > HEALTH_LINK_PLACE_MAX_CHARS || !URL.canParse(place)) return false;
  const { protocol, search, hash, username } = new URL(place);
  return protocol === 'https:' && place.endsWith('/') && `${search}${hash}${username}` === '';
}

/** Report and patient; files of the exam stay in the vault. @throws RangeError unless the options are as described */
export async function healthLink(bundle: FhirBundle, options: HealthLinkOptions): Promise<HealthLink> {
  const { place, label = '', expires_on } = options;
  if (!isHealthLinkPlace(place)) throw new RangeError('The place is an https address that ends in a slash.');
  if (label.length > HEALTH_LINK_LABEL_MAX_CHARS)
    throw new RangeError('The label has 80 characters at most.');
  if (expires_on !== undefined && !isDay(expires_on)) throw new RangeError('The end is a day, YYYY-MM-DD.');
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

/** Nobody but members of the vault reaches what a DocumentReference of ours points to. */
function withoutFiles({ entry, ...bundle }: FhirBundle): FhirBundle {
  return { ...bundle, entry: entry.filter(({ resource }) => resource.resourceType !== 'DocumentReference') };
}

/** JWE `dir` with A256GCM, as the specification prescribes. Source: RFC 7516. */
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
  // The second part is the encrypted key: `dir` has none.
  return [header, '', ...[iv, ciphertext, tag].map(base64UrlOf)].join('.');
}
