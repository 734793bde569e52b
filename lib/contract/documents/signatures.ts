/**
 * Personal signatures of exam reports: what is signed, how it is answered, and the file that proves it anywhere.
 * Source: sealing design B12; choices, second part, "Exchange".
 */
import { type Static, Type } from 'typebox';
import { PrincipalKindSchema } from '#contract/access/session.ts';
import {
  DocumentIdSchema,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  VersionIdSchema,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable.ts';
import { AuthorSchema } from './document-index.ts';
import { IdentifiersSchema } from './records.ts';

export const SIGNATURE_INTENTS = ['final', 'addendum', 'amended', 'co_signed'] as const;
export type SignatureIntent = (typeof SIGNATURE_INTENTS)[number];
const IntentSchema = Type.Unsafe<SignatureIntent>({ type: 'string', enum: [...SIGNATURE_INTENTS] });

/** The forms of a report whose bytes a signature binds. */
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
  /** Of the version's sealed envelope. */
  version_sha256: Sha256Hex,
  /** Of the record as RFC 8785 JSON. */
  record_sha256: Sha256Hex,
  /** Of the report as a file, in each form. */
  files_sha256: Type.Object({ html: Sha256Hex, md: Sha256Hex, text: Sha256Hex }),
  principal_id: PrincipalIdSchema,
  signer_name: Type.String(),
  /** When the signer's credential ends: a part of what its name was enrolled with. Null for persons. */
  credential_expires_at: NullableString,
  /** Of the signer's public keys. */
  key_fingerprint: Sha256Hex,
  /** Number of the newest membership record when it was signed. */
  membership_seq: Type.Integer(),
  intent: IntentSchema,
  /** By the clock of the vault that signed. */
  signed_at: InstantSchema,
});
export type SignatureStatement = Static<typeof SignatureStatementSchema>;

const MembershipEntrySchema = Type.Object({
  record: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  signature_ed25519: Type.String(),
  signature_mldsa65: Type.String(),
});

export const SIGNATURE_FILE_FORMAT = 'srvault-signature-1';

/** What stands in a signature file; its text is this as RFC 8785 JSON and one line feed. */
export const SignatureFileSchema = Type.Object({
  format: Type.Unsafe<typeof SIGNATURE_FILE_FORMAT>({ type: 'string', enum: [SIGNATURE_FILE_FORMAT] }),
  statement: SignatureStatementSchema,
  /** Base64url, over the statement's canonical bytes. */
  signature_ed25519: Type.String(),
  signature_mldsa65: Type.String(),
  /** The signed membership records that tie the signer to the founder, oldest first. */
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
   * What the membership list says of the signer: a program, `sdk`, has the name that whoever issued it chose. Null where
   * no path to the founder proves the signer.
   */
  signer: Type.Union([Type.Object({ kind: PrincipalKindSchema, issued_by: AuthorSchema }), Type.Null()]),
  /** Whether each still holds, as the vault stands now. */
  checks: Type.Object({
    text: Type.Boolean(),
    ed25519: Type.Boolean(),
    mldsa65: Type.Boolean(),
    membership: Type.Boolean(),
  }),
  /** Later versions that say what was signed: with them only follow-ups, a told result or tags were noted. */
  same_versions: Type.Array(VersionIdSchema),
  /** Whom the report was about when it was signed: what its files show. */
  subject: SubjectSchema,
  file: SignatureFileSchema,
});
export type ExamSignature = Static<typeof ExamSignatureSchema>;

export const ExamSignaturesSchema = Type.Object({ items: Type.Array(ExamSignatureSchema) });

export const SignBodySchema = Type.Object(
  { version_id: VersionIdSchema, intent: IntentSchema },
  { additionalProperties: false },
);
export type SignBody = Static<typeof SignBodySchema>;
