/**
 * Verifies a signature file and, with it, a report: offline, from the two files and nothing else. The result names
 * what the files cannot prove: the founder's key, to be compared with the clinic once. Portable.
 * Source: sealing design B12.
 */

import { hexOf } from '#bytes/hex.ts';
import { SIGNED_FORMS, type SignatureStatement, type SignedForm } from '#contract/documents/signatures.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import {
  isEd25519Signature,
  isMlDsa65Signature,
  portableSha256,
} from '#crypto/hazmat/portable-signature-checks.ts';
import { isCommittedName } from '#crypto/membership/name-commitment.ts';
import type { RecordedPublicKeys } from '#crypto/membership/record-bytes.ts';
import { fingerprintBytes } from '#crypto/principals/fingerprint-bytes.ts';
import { type ProvenSigner, verifyPath } from './membership-path.ts';
import { bytesOfBase64Url } from './portable-bytes.ts';
import { type ParsedSignatureFile, parseSignatureFile } from './signature-file.ts';
import { bytesToSign } from './signature-statement.ts';

/**
 * The first failed check. `form_not_signed`: a PDF, which is typeset again each time and which no signature binds;
 * whether its text is the signed one is not known.
 */
export type SignatureFailure =
  | 'signature_file_damaged'
  | 'text_changed'
  | 'form_not_signed'
  | 'ed25519_does_not_hold'
  | 'mldsa65_does_not_hold'
  | 'membership_does_not_hold'
  | 'founder_differs';

export interface SignatureChecks {
  readonly ed25519: boolean;
  readonly mldsa65: boolean;
  readonly membership: boolean;
}

/** The membership records' facts about the signer, beside its name. */
export interface ReportSigner {
  /** `sdk` is a program: its name was chosen by its issuer. */
  readonly kind: ProvenSigner['kind'];
  readonly issued_by: {
    readonly principal_id: PrincipalId;
    readonly is_founder: boolean;
    /** Fingerprint of the issuer's public keys, hex. */
    readonly key_fingerprint: string;
  };
}

export interface CheckedReport {
  readonly holds: boolean;
  readonly faults: readonly SignatureFailure[];
  /** Unproven claims until `holds` is true. Null when the signature file is unreadable. */
  readonly statement: SignatureStatement | null;
  /** Proven signer of the report; null without a proven path, when the signer's kind is unknown. */
  readonly signer: ReportSigner | null;
  readonly checks: (SignatureChecks & { readonly text: boolean }) | null;
  /** SHA-256 of the report file, hex. */
  readonly report_sha256: string;
  /** The signed form that equals this file, if any. */
  readonly form: SignedForm | null;
  /**
   * Fingerprint of the founder's public keys, hex: a forged vault would have another. Null where no path leads to one.
   */
  readonly founder_fingerprint: string | null;
  readonly membership_records: number;
}

export interface CheckOptions {
  /** The founder's fingerprint as the clinic gave it; a prefix is enough. */
  readonly founder?: string;
}

/** Checks a signature file against a report file. Never throws, whatever the files contain. */
/** Shorter prefixes would match many vaults. */
const FOUNDER = /^[0-9a-f]{16,64}$/;

export function checkReport(
  report: Uint8Array,
  signatureFile: string,
  { founder }: CheckOptions = {},
): CheckedReport {
  const report_sha256 = hexOf(portableSha256(report));
  const file = attempt(() => parseSignatureFile(signatureFile));
  if (file === undefined) {
    return {
      ...{ holds: false, faults: ['signature_file_damaged'], statement: null, signer: null },
      ...{ checks: null, report_sha256 },
      ...{ form: null, founder_fingerprint: null, membership_records: 0 },
    };
  }
  const { statement } = file;
  const form = SIGNED_FORMS.find((name) => statement.files_sha256[name] === report_sha256) ?? null;
  const { proven, ...keys } = checkSignature(file);
  const fingerprint = proven && fingerprintOf(proven.founder);
  const checks = { text: form !== null, ...keys };
  const wanted = founder?.replaceAll(/\s/g, '').toLowerCase();
  const faults: SignatureFailure[] = [
    ...(checks.text ? [] : [isPdf(report) ? ('form_not_signed' as const) : ('text_changed' as const)]),
    ...(checks.ed25519 ? [] : (['ed25519_does_not_hold'] as const)),
    ...(checks.mldsa65 ? [] : (['mldsa65_does_not_hold'] as const)),
    ...(checks.membership ? [] : (['membership_does_not_hold'] as const)),
    ...(wanted === undefined || (FOUNDER.test(wanted) && fingerprint?.startsWith(wanted))
      ? []
      : (['founder_differs'] as const)),
  ];
  return {
    ...{ holds: faults.length === 0, faults, statement, checks, report_sha256, form },
    signer: proven && checks.membership ? signerOf(proven) : null,
    founder_fingerprint: fingerprint ?? null,
    membership_records: file.membership.length,
  };
}

function signerOf({ kind, enrolled_by }: ProvenSigner): ReportSigner {
  const { principal_id, is_founder, keys } = enrolled_by;
  return { kind, issued_by: { principal_id, is_founder, key_fingerprint: fingerprintOf(keys) } };
}

/** True for a file that starts with `%PDF-`. */
function isPdf(report: Uint8Array): boolean {
  return [0x25, 0x50, 0x44, 0x46, 0x2d].every((byte, at) => report[at] === byte);
}

/**
 * Verifies both signatures, and the path from the signer to the founder. Does not prove that the founder is the right
 * one.
 */
export function checkSignature(file: ParsedSignatureFile): CheckedSigner {
  return checkSigned(file, () => bytesToSign(file.statement));
}

type CheckedSigner = SignatureChecks & { readonly proven: ProvenSigner | undefined };

/** The signer as the statement names it. */
type SignerClaims = Pick<
  SignatureStatement,
  | 'workspace_id'
  | 'security_group_id'
  | 'principal_id'
  | 'membership_seq'
  | 'signer_name'
  | 'signer_name_salt'
  | 'credential_expires_at'
  | 'key_fingerprint'
>;

interface SignedClaims extends Pick<ParsedSignatureFile, 'membership'> {
  readonly statement: SignerClaims;
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

/** Checks signatures and membership of any statement of a member; `bytesOf` returns the signed bytes. */
export function checkSigned(file: SignedClaims, bytesOf: () => Uint8Array): CheckedSigner {
  const { statement } = file;
  const proven = attempt(() => verifyPath(file.membership, statement.workspace_id, statement));
  // Unproven keys still show which of the parts was changed.
  const keys = proven?.keys ?? claimedKeys(file);
  const message = attempt(bytesOf);
  const holds = (check: typeof isEd25519Signature, name: 'ed25519' | 'mldsa65') =>
    attempt(
      () =>
        message !== undefined &&
        keys !== undefined &&
        check(bytesOfBase64Url(keys[name]), message, bytesOfBase64Url(file[`signature_${name}`])),
    ) === true;
  return {
    ed25519: holds(isEd25519Signature, 'ed25519'),
    mldsa65: holds(isMlDsa65Signature, 'mldsa65'),
    membership: proven !== undefined && isProvenAs(proven, statement),
    proven,
  };
}

function isProvenAs(proven: ProvenSigner, statement: SignerClaims): boolean {
  const { signer_name, signer_name_salt, credential_expires_at, key_fingerprint } = statement;
  // Older credentials without expiry were enrolled with the form of a person's name too.
  const isPlain = credential_expires_at === null;
  const names = [JSON.stringify([signer_name, credential_expires_at]), ...(isPlain ? [signer_name] : [])];
  const isNamed = names.some((name) => isCommittedName(proven.name_sha256, name, signer_name_salt ?? null));
  return isNamed && attempt(() => fingerprintOf(proven.keys)) === key_fingerprint;
}

function claimedKeys({ membership, statement }: SignedClaims): RecordedPublicKeys | undefined {
  return (
    membership.find(
      ({ record }) => record.principal_id === statement.principal_id && record.public_keys !== null,
    )?.record.public_keys ?? undefined
  );
}

function fingerprintOf({ kem, ed25519, mldsa65 }: RecordedPublicKeys): string {
  const keys = {
    kem: bytesOfBase64Url(kem),
    ed25519: bytesOfBase64Url(ed25519),
    mldsa65: bytesOfBase64Url(mldsa65),
  };
  return hexOf(portableSha256(fingerprintBytes(keys)));
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}
