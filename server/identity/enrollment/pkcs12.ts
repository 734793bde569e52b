/**
 * Packs a client certificate, its key and the CA into a PKCS#12 file for browsers and operating systems. The password
 * is a fixed, public word, because several importers refuse an empty one and the key is beside the file in plaintext
 * (0600) anyway. So only the key is encrypted (PBES2 with AES-256-CBC); the certificates are public. HMAC-SHA-256
 * covers the file.
 * Source: RFC 7292; RFC 8018.
 */
import { createHash, createHmac, createPrivateKey, X509Certificate } from 'node:crypto';
import { ContentInfo, id_data } from '@peculiar/asn1-cms';
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  MacData,
  PFX,
  PKCS12Attribute,
  SafeBag,
  SafeContents,
} from '@peculiar/asn1-pfx';
import { DigestInfo, id_sha256 } from '@peculiar/asn1-rsa';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { BmpString } from 'asn1js';
import { randomBytes } from '#crypto/random.ts';
import { parseCertificates } from '#server/identity/actor/parse-certificate.ts';

export const PKCS12_PASSWORD = 'srvault';

const ITERATIONS = 2048;
const SALT_BYTES = 16;
const MAC_KEY_ID = 3;
const SHA256_BLOCK_BYTES = 64;

const FRIENDLY_NAME = '1.2.840.113549.1.9.20';
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';

export interface Pkcs12Content {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** PEM with one CA certificate or several. */
  readonly caPem: string;
  readonly friendlyName: string;
}

/** Returns the file's DER bytes, protected by `password`. */
export function encodePkcs12(content: Pkcs12Content, password: string): Buffer {
  const certificate = new X509Certificate(content.certificatePem).raw;
  const attributes = bagAttributes(content.friendlyName, createHash('sha1').update(certificate).digest());
  const key = createPrivateKey(content.privateKeyPem).export({
    type: 'pkcs8',
    format: 'der',
    cipher: 'aes-256-cbc',
    passphrase: password,
  });
  const authenticatedSafe = new AuthenticatedSafe([
    safe([
      certificateBag(certificate, attributes),
      ...parseCertificates(content.caPem).map(({ raw }) => certificateBag(raw)),
    ]),
    safe([
      new SafeBag({ bagId: id_pkcs8ShroudedKeyBag, bagValue: arrayBuffer(key), bagAttributes: attributes }),
    ]),
  ]);
  const safeBytes = AsnConvert.serialize(authenticatedSafe);
  const pfx = new PFX({ version: 3, authSafe: plain(safeBytes), macData: macOf(safeBytes, password) });
  return Buffer.from(AsnConvert.serialize(pfx));
}

function safe(bags: SafeBag[]): ContentInfo {
  return plain(AsnConvert.serialize(new SafeContents(bags)));
}

function plain(bytes: ArrayBuffer): ContentInfo {
  return new ContentInfo({ contentType: id_data, content: octets(bytes) });
}

function certificateBag(certificate: Buffer, bagAttributes?: PKCS12Attribute[]): SafeBag {
  const bag = new CertBag({ certId: id_x509Certificate, certValue: octets(certificate) });
  const bagValue = AsnConvert.serialize(bag);
  return new SafeBag({ bagId: id_certBag, bagValue, ...(bagAttributes && { bagAttributes }) });
}

/** `localKeyId` lets importers match key and certificate. */
function bagAttributes(friendlyName: string, localKeyId: Buffer): PKCS12Attribute[] {
  const name = new BmpString({ valueHex: arrayBuffer(bmpBytes(friendlyName)) }).toBER();
  return [attribute(LOCAL_KEY_ID, octets(localKeyId)), attribute(FRIENDLY_NAME, name)];
}

/** Sets fields one by one, because the library's constructor ignores its arguments. */
function attribute(attrId: string, value: ArrayBuffer): PKCS12Attribute {
  return Object.assign(new PKCS12Attribute(), { attrId, attrValues: [value] });
}

function macOf(content: ArrayBuffer, password: string): MacData {
  const salt = Buffer.from(randomBytes(SALT_BYTES));
  const mac = createHmac('sha256', macKey(password, salt)).update(new Uint8Array(content)).digest();
  const digestAlgorithm = new AlgorithmIdentifier({ algorithm: id_sha256, parameters: null });
  return new MacData({
    mac: new DigestInfo({ digestAlgorithm, digest: new OctetString(arrayBuffer(mac)) }),
    macSalt: new OctetString(arrayBuffer(salt)),
    iterations: ITERATIONS,
  });
}

/** Key derivation of PKCS#12 (RFC 7292 appendix B.2), reduced to the single SHA-256 block that the key needs. */
function macKey(password: string, salt: Buffer): Buffer {
  const fill = (bytes: Buffer) =>
    Buffer.alloc(Math.ceil(bytes.length / SHA256_BLOCK_BYTES) * SHA256_BLOCK_BYTES, bytes);
  const start = [Buffer.alloc(SHA256_BLOCK_BYTES, MAC_KEY_ID), fill(salt), fill(bmpBytes(`${password}\0`))];
  let key = Buffer.concat(start);
  for (let round = 0; round < ITERATIONS; round += 1) key = createHash('sha256').update(key).digest();
  return key;
}

/** Encodes as UTF-16 big endian. */
function bmpBytes(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function octets(bytes: Uint8Array | ArrayBuffer): ArrayBuffer {
  return AsnConvert.serialize(new OctetString(bytes instanceof ArrayBuffer ? bytes : arrayBuffer(bytes)));
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
