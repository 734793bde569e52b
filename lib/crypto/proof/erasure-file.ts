/**
 * The signed statement that a patient was erased: its signed bytes, its file, and a check that needs no vault.
 * Canonical by RFC 8785, so that no byte can change unnoticed. Portable.
 */
import { ERASURE_FILE_FORMAT, type ErasureFile, type ErasureStatement } from '#contract/documents/erasure.ts';
import { isUuidV7, parsePrincipalId, parseSecurityGroupId, parseWorkspaceId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { parseMembershipRecord } from '#crypto/membership/parse-record.ts';
import type { SignedMembershipRecord } from '#crypto/membership/record-bytes.ts';
import { labelledMessage } from '#crypto/principals/labelled-message.ts';
import { canonicalJson } from './canonical-json.ts';
import { checkSigned, type SignatureChecks } from './check-signature.ts';
import type { ProvenSigner } from './membership-path.ts';
import { textBytes } from './portable-bytes.ts';

export const ERASURE_LABEL = 'srv.v1/erasure';

export function encodeErasure(statement: ErasureStatement): Uint8Array {
  return textBytes(canonicalJson(statement));
}

export function erasureFileText(file: ErasureFile): string {
  return `${canonicalJson(file)}\n`;
}

export interface CheckedErasure {
  /** Parsed content of the file. */
  readonly file: ErasureFile;
  /** Unproven claims until the checks are true. */
  readonly statement: ErasureStatement;
  readonly checks: SignatureChecks;
  /**
   * Proven signer of the erasure; undefined where no path leads from the founder to the signer, or the signer was
   * no owner.
   */
  readonly proven: ProvenSigner | undefined;
}

/** Parses and verifies an erasure file. @throws CryptoError unless the text is exactly a canonical erasure file. */
export function checkErasure(text: string): CheckedErasure {
  const file = parseFile(text);
  const { statement, ...signed } = file;
  const { proven, ...checks } = checkSigned(
    { ...signed, statement: claimsOf(statement), membership: file.membership.map(recordOf) },
    () => labelledMessage(ERASURE_LABEL, encodeErasure(statement)),
  );
  const isOwner = proven?.role === 'owner';
  return {
    file,
    statement,
    checks: { ...checks, membership: checks.membership && isOwner },
    proven: isOwner ? proven : undefined,
  };
}

function parseFile(text: string): ErasureFile {
  let file: ErasureFile;
  try {
    file = JSON.parse(text);
  } catch {
    throw new CryptoError();
  }
  const isFile =
    file?.format === ERASURE_FILE_FORMAT &&
    Array.isArray(file.membership) &&
    typeof file.signature_ed25519 === 'string' &&
    typeof file.signature_mldsa65 === 'string' &&
    isStatement(file.statement);
  if (!isFile || erasureFileText(file) !== text) throw new CryptoError();
  return file;
}

/** Checks the fields that are printed; others are not interpreted. */
function isStatement(statement: ErasureStatement | undefined): boolean {
  if (typeof statement !== 'object' || statement === null) return false;
  const { signer_name_salt: salt = '' } = statement;
  const texts = [
    salt,
    statement.signer_name,
    statement.workspace_name,
    statement.reason,
    statement.erased_at,
  ];
  const lists = [statement.exams, statement.files, statement.received, statement.messages, statement.left];
  return (
    texts.every((each) => typeof each === 'string') &&
    lists.every(Array.isArray) &&
    [statement.patient_id, statement.principal_id, statement.security_group_id].every(isUuid) &&
    Array.isArray(statement.still_held?.copies)
  );
}

function isUuid(id: unknown): boolean {
  return typeof id === 'string' && isUuidV7(id);
}

function claimsOf(statement: ErasureStatement) {
  return {
    workspace_id: parseWorkspaceId(statement.workspace_id),
    security_group_id: parseSecurityGroupId(statement.security_group_id),
    principal_id: parsePrincipalId(statement.principal_id),
    membership_seq: statement.membership_seq,
    signer_name: statement.signer_name,
    ...(statement.signer_name_salt === undefined ? {} : { signer_name_salt: statement.signer_name_salt }),
    credential_expires_at: statement.credential_expires_at,
    key_fingerprint: statement.key_fingerprint,
  };
}

function recordOf(entry: object): SignedMembershipRecord {
  const of = new Map<string, unknown>(Object.entries(entry));
  const [signature_ed25519, signature_mldsa65] = [of.get('signature_ed25519'), of.get('signature_mldsa65')];
  if (typeof signature_ed25519 !== 'string' || typeof signature_mldsa65 !== 'string') throw new CryptoError();
  return { record: parseMembershipRecord(of.get('record')), signature_ed25519, signature_mldsa65 };
}
