/**
 * Wire types of personal signatures of exam reports: the signed statement, the API's view, and the signature file that
 * proves it without the vault.
 * Source: sealing design B12; choices, second part, "Exchange".
 */
import { type Static, Type } from 'typebox';
import { PrincipalKindSchema } from '#contract/access/session.ts';
import { BoundLetterSchema } from '#contract/exchange/letter.ts';
import {
  DocumentIdSchema,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  VersionIdSchema,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { AuthorSchema } from './document-index.ts';
import { IdentifiersSchema } from './records.ts';

export const SIGNATURE_INTENTS = ['final', 'addendum', 'amended', 'co_signed'] as const;
export type SignatureIntent = (typeof SIGNATURE_INTENTS)[number];
const IntentSchema = Type.Unsafe<SignatureIntent>({ type: 'string', enum: [...SIGNATURE_INTENTS] });

/** File forms of a report whose bytes a signature covers. */
export const SIGNED_FORMS = ['html', 'md', 'text'] as const;
export type SignedForm = (typeof SIGNED_FORMS)[number];

const Sha256Hex = Type.String({ description: 'SHA-256, lower-case hex' });

export const SignatureStatementSchema = Type.Object({
  workspace_id: WorkspaceIdSchema,
  workspace_name: Type.String(),
  security_group_id: SecurityGroupIdSchema,
  document_id: DocumentIdSchema,
  version_id: VersionIdSchema,
  seq: Type.Integer(),
  /** SHA-256 of the version's sealed envelope. */
  version_sha256: Sha256Hex,
  /** SHA-256 of the record as RFC 8785 JSON. */
  record_sha256: Sha256Hex,
  /** SHA-256 of the report as a file, in each form. */
  files_sha256: Type.Object({ html: Sha256Hex, md: Sha256Hex, text: Sha256Hex }),
  principal_id: PrincipalIdSchema,
  signer_name: Type.String(),
  /** Salt of the name's commitment in the membership list; absent for names enrolled without one. */
  signer_name_salt: Type.Optional(Type.String()),
  /** Expiry of the signer's credential, which is hashed with its name at enrolment. Null for persons. */
  credential_expires_at: NullableString,
  /** Fingerprint of the signer's public keys. */
  key_fingerprint: Sha256Hex,
  /** Number of the newest membership record at signing. */
  membership_seq: Type.Integer(),
  intent: IntentSchema,
  /** Time of the signature by the signing vault's clock. */
  signed_at: InstantSchema,
});
export type SignatureStatement = Static<typeof SignatureStatementSchema>;

const MembershipEntrySchema = Type.Object({
  record: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  signature_ed25519: Type.String(),
  signature_mldsa65: Type.String(),
});

export const SIGNATURE_FILE_FORMAT = 'srvault-signature-1';

/** Content of a signature file; its text is this as RFC 8785 JSON and one line feed. */
export const SignatureFileSchema = Type.Object({
  format: Type.Unsafe<typeof SIGNATURE_FILE_FORMAT>({ type: 'string', enum: [SIGNATURE_FILE_FORMAT] }),
  statement: SignatureStatementSchema,
  /** Base64url, over the statement's canonical bytes. */
  signature_ed25519: Type.String(),
  signature_mldsa65: Type.String(),
  /** The signed membership records from the founder to the signer, oldest first. */
  membership: Type.Array(MembershipEntrySchema),
});
export type SignatureFile = Static<typeof SignatureFileSchema>;

const SubjectSchema = Type.Union([
  Type.Object({
    legal_name: Type.String(),
    display_name: Type.String(),
    birth_date: NullableString,
    identifiers: IdentifiersSchema,
  }),
  Type.Null(),
]);

export const ExamSignatureSchema = Type.Object({
  signature_id: VersionIdSchema,
  version_id: VersionIdSchema,
  seq: Type.Integer(),
  intent: IntentSchema,
  signed_at: InstantSchema,
  signed_by: AuthorSchema,
  /**
   * The membership list's facts about the signer; the name of a program, `sdk`, was chosen by its issuer. Null where no
   * path to the founder proves the signer.
   */
  signer: Type.Union([Type.Object({ kind: PrincipalKindSchema, issued_by: AuthorSchema }), Type.Null()]),
  /** True where each part still verifies against the present vault. */
  checks: Type.Object({
    text: Type.Boolean(),
    ed25519: Type.Boolean(),
    mldsa65: Type.Boolean(),
    membership: Type.Boolean(),
  }),
  /** Later versions with the signed text: only follow-ups, a communicated result or tags were added. */
  same_versions: Type.Array(VersionIdSchema),
  /** The report's patient at signing, as shown in its files. */
  subject: SubjectSchema,
  letter: BoundLetterSchema,
  file: SignatureFileSchema,
});
export type ExamSignature = Static<typeof ExamSignatureSchema>;

export const ExamSignaturesSchema = Type.Object({ items: Type.Array(ExamSignatureSchema) });

export const SignBodySchema = Type.Object(
  { version_id: VersionIdSchema, intent: IntentSchema },
  { additionalProperties: false },
);
export type SignBody = Static<typeof SignBodySchema>;
