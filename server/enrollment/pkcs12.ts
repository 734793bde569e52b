/**
 * Packs a client certificate, its key and the CA into a PKCS#12 file that browsers and operating systems
 * import. The password is a fixed, public word: the same key lies beside the file in clear (0600), but
 * several importers refuse an empty one.
 * Encryption and MAC are the defaults of OpenSSL 3: PBES2 with PBKDF2-HMAC-SHA-256 and AES-256-CBC, HMAC-SHA-256.
 * Source: RFC 7292; RFC 8018.
 */
import {
  createCipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  pbkdf2Sync,
  X509Certificate,
} from 'node:crypto';
import { randomBytes } from '#crypto/random.ts';
import * as der from './der.ts';

export const PKCS12_PASSWORD = 'srvault';

const ITERATIONS = 2048;
const SALT_BYTES = 16;
const MAC_KEY_ID = 3;
const SHA256_BLOCK_BYTES = 64;

const OID = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha256: '2.16.840.1.101.3.4.2.1',
};

export interface Pkcs12Content {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly caPem: string;
  readonly friendlyName: string;
}

/** The DER bytes of the file, under `password`. */
export function encodePkcs12(content: Pkcs12Content, password: string): Buffer {
  const certificate = new X509Certificate(content.certificatePem).raw;
  const attributes = bagAttributes(content.friendlyName, createHash('sha1').update(certificate).digest());
  const certificates = der.sequence(
    certificateBag(certificate, attributes),
    certificateBag(new X509Certificate(content.caPem).raw),
  );
  const key = createPrivateKey(content.privateKeyPem).export({
    type: 'pkcs8',
    format: 'der',
    cipher: 'aes-256-cbc',
    passphrase: password,
  });
  const keys = der.sequence(bag(OID.shroudedKeyBag, key, attributes));
  const authenticatedSafe = der.sequence(encryptedContent(certificates, password), plainContent(keys));
  return der.sequence(der.integer(3), plainContent(authenticatedSafe), macData(authenticatedSafe, password));
}

function plainContent(content: Buffer): Buffer {
  return der.sequence(der.objectIdentifier(OID.data), der.explicit(0, der.octetString(content)));
}

function encryptedContent(content: Buffer, password: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(16);
  const key = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
  const derivation = der.sequence(
    der.objectIdentifier(OID.pbkdf2),
    der.sequence(
      der.octetString(salt),
      der.integer(ITERATIONS),
      der.sequence(der.objectIdentifier(OID.hmacSha256), der.nullValue()),
    ),
  );
  const encryption = der.sequence(der.objectIdentifier(OID.aes256Cbc), der.octetString(iv));
  const algorithm = der.sequence(der.objectIdentifier(OID.pbes2), der.sequence(derivation, encryption));
  const info = der.sequence(der.objectIdentifier(OID.data), algorithm, der.implicitOctets(0, ciphertext));
  return der.sequence(
    der.objectIdentifier(OID.encryptedData),
    der.explicit(0, der.sequence(der.integer(0), info)),
  );
}

function certificateBag(certificate: Buffer, attributes?: Buffer): Buffer {
  const value = der.sequence(
    der.objectIdentifier(OID.x509Certificate),
    der.explicit(0, der.octetString(certificate)),
  );
  return bag(OID.certBag, value, attributes);
}

function bag(kind: string, value: Buffer, attributes?: Buffer): Buffer {
  return der.sequence(
    der.objectIdentifier(kind),
    der.explicit(0, value),
    ...(attributes ? [attributes] : []),
  );
}

/** `localKeyId` is how importers find the key of a certificate. */
function bagAttributes(friendlyName: string, localKeyId: Buffer): Buffer {
  return der.setOf(
    der.sequence(der.objectIdentifier(OID.localKeyId), der.setOf(der.octetString(localKeyId))),
    der.sequence(der.objectIdentifier(OID.friendlyName), der.setOf(der.bmpString(friendlyName))),
  );
}

function macData(content: Buffer, password: string): Buffer {
  const salt = Buffer.from(randomBytes(SALT_BYTES));
  const mac = createHmac('sha256', macKey(password, salt)).update(content).digest();
  const algorithm = der.sequence(der.objectIdentifier(OID.sha256), der.nullValue());
  return der.sequence(
    der.sequence(algorithm, der.octetString(mac)),
    der.octetString(salt),
    der.integer(ITERATIONS),
  );
}

/** PKCS#12's own derivation (RFC 7292 appendix B.2); one SHA-256 block is all the key there is. */
function macKey(password: string, salt: Buffer): Buffer {
  const bmp = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const fill = (bytes: Buffer) =>
    Buffer.alloc(Math.ceil(bytes.length / SHA256_BLOCK_BYTES) * SHA256_BLOCK_BYTES, bytes);
  let key = Buffer.concat([Buffer.alloc(SHA256_BLOCK_BYTES, MAC_KEY_ID), fill(salt), fill(bmp)]);
  for (let round = 0; round < ITERATIONS; round += 1) key = createHash('sha256').update(key).digest();
  return key;
}
