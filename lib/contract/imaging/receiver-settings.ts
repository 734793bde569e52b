/**
 * Wire types of the DICOM receiver: the settings an administrator chose, and its state. Source: imaging design,
 * "Receiving while locked".
 */
import { type Static, Type } from 'typebox';
import { nullableId, nullableIdInput, type SecurityGroupId } from '#contract/ids.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { InboxSchema } from './inbox-counts.ts';

/** Printable ASCII without a backslash, no spaces at its ends. Source: DICOM PS3.5 6.2, AE. */
export const AE_TITLE_PATTERN = '^(?! )[\\x20-\\x5b\\x5d-\\x7e]{1,16}(?<! )$';
export const DICOM_PORT_DEFAULT = 11_112;
export const AE_TITLE_DEFAULT = 'SRVAULT';
const SENDERS_MAX = 64;
const ADDRESS_MAX_CHARS = 45;

const SenderSchema = Type.Object(
  {
    ae_title: Type.String({ pattern: AE_TITLE_PATTERN }),
    /** Address of the sender: IPv4 or IPv6, or `localhost`. */
    address: Type.String({ minLength: 2, maxLength: ADDRESS_MAX_CHARS }),
  },
  { additionalProperties: false },
);
export type Sender = Static<typeof SenderSchema>;

export const ReceiverSettingsSchema = Type.Object({
  /** C-ECHO, C-STORE and the worklist on the port. */
  c_store: Type.Boolean(),
  port: Type.Integer(),
  ae_title: Type.String(),
  /** Allowed senders; empty: any program on this computer. */
  allow: Type.Array(SenderSchema),
  /** Group that receives the objects; null where the vault has one group. */
  security_group_id: nullableId<SecurityGroupId>(),
  /** STOW-RS of every group, for its editors. */
  stow: Type.Boolean(),
});
export type ReceiverSettings = Static<typeof ReceiverSettingsSchema>;

export const ReceiverSettingsBodySchema = Type.Object(
  {
    c_store: Type.Optional(Type.Boolean()),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    ae_title: Type.Optional(Type.String({ pattern: AE_TITLE_PATTERN })),
    allow: Type.Optional(Type.Array(SenderSchema, { maxItems: SENDERS_MAX })),
    security_group_id: Type.Optional(nullableIdInput<SecurityGroupId>()),
    stow: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ReceiverSettingsBody = Static<typeof ReceiverSettingsBodySchema>;

const { port, ae_title, allow, security_group_id } = ReceiverSettingsSchema.properties;
const OpenPortSchema = Type.Object({ port, ae_title, allow, security_group_id, since: Type.String() });
export type OpenPort = Static<typeof OpenPortSchema>;

export const ReceiverStateSchema = Type.Object({
  settings: ReceiverSettingsSchema,
  /** `command_line`: the options of `serve --dicom-…` override the settings for this run. */
  source: Type.Unsafe<'settings' | 'command_line'>({ type: 'string', enum: ['settings', 'command_line'] }),
  /** Open port of the receiver; null while closed. */
  open: Type.Unsafe<OpenPort | null>({ type: ['object', 'null'], properties: OpenPortSchema.properties }),
  /** The settings require it open, and opening failed. */
  has_failed: Type.Boolean(),
  /** Objects received on the port since the start. */
  received: Type.Integer(),
  last_received_at: NullableString,
  /** Application entity title of the sender. */
  last_sender: NullableString,
  waiting: InboxSchema,
});
export type ReceiverState = Static<typeof ReceiverStateSchema>;
