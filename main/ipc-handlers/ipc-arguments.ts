/** Parses the arguments of IPC calls: untrusted before, typed after. Each throws a TypeError naming the call. */
import { isUuidV7 } from '#contract/ids.ts';
import { parseInstant } from '#contract/instant.ts';
import type {
  CloseAnswer,
  DesktopSettings,
  JoinVaultRequest,
  MenuCommand,
  SaveContentRequest,
  TakeAlongRequest,
} from '#main/preload/bridge.ts';

const NAME_MAX_CHARS = 255;
const BEARER = /^Bearer [\w-]{16,128}$/;
const DEVICE_SECRET_MAX_CHARS = 4096;
const COMMANDS_MAX = 500;
const TEXT_MAX_CHARS = 200;
const ADDRESSES_MAX = 16;
const ADDRESS_MAX_CHARS = 300;
const GROUPS_MAX = 1_000;
const PASSPHRASE_MAX_CHARS = 4096;
const FOUNDER_KEY = /^[0-9a-f]{64}$/;
/** Limit before the name is shortened for the file system. */
const GIVEN_NAME_MAX_CHARS = 4096;
/** Characters forbidden in file names on some platform, or able to leave the folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const NOT_IN_NAMES = /[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g;

function refuse(call: string): never {
  throw new TypeError(`The arguments of ${call} are not valid.`);
}

function fieldsOf(value: unknown, call: string): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(call);
  return new Map(Object.entries(value));
}

function textOf(value: unknown, maxChars: number, call: string): string {
  return typeof value === 'string' && value.length <= maxChars ? value : refuse(call);
}

/** Returns a name that every file system accepts: not empty, not hidden, not a path. */
export function safeFileName(name: string): string {
  const cleaned = name.replaceAll(NOT_IN_NAMES, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return (cleaned === '' ? 'file' : cleaned).slice(0, NAME_MAX_CHARS);
}

export function parseSaveContent(value: unknown): SaveContentRequest {
  const call = 'saveContent';
  const fields = fieldsOf(value, call);
  const security_group_id = textOf(fields.get('security_group_id'), NAME_MAX_CHARS, call);
  const node_id = textOf(fields.get('node_id'), NAME_MAX_CHARS, call);
  const authorization = textOf(fields.get('authorization'), NAME_MAX_CHARS, call);
  if (!isUuidV7(security_group_id) || !isUuidV7(node_id) || !BEARER.test(authorization)) refuse(call);
  const suggested_name = safeFileName(textOf(fields.get('suggested_name'), GIVEN_NAME_MAX_CHARS, call));
  return { security_group_id, node_id, authorization, suggested_name };
}

/** Parses any text to a safe file name. */
export function parseFileName(value: unknown): string {
  return safeFileName(textOf(value, GIVEN_NAME_MAX_CHARS, 'savePdf'));
}

export function parseCommands(value: unknown): MenuCommand[] {
  const call = 'setCommands';
  if (!Array.isArray(value) || value.length > COMMANDS_MAX) return refuse(call);
  return value.map((row: unknown) => {
    const fields = fieldsOf(row, call);
    const text = (name: string) => textOf(fields.get(name), TEXT_MAX_CHARS, call);
    const key = fields.get('key');
    return {
      id: text('id'),
      group: text('group'),
      group_label: text('group_label'),
      label: text('label'),
      key: key === null || key === undefined ? null : textOf(key, TEXT_MAX_CHARS, call),
    };
  });
}

export function parseSettings(value: unknown): DesktopSettings {
  const content_protection = fieldsOf(value, 'setSettings').get('content_protection');
  return typeof content_protection === 'boolean' ? { content_protection } : refuse('setSettings');
}

export function parseDeviceSecret(value: unknown): string {
  const secret = textOf(value, DEVICE_SECRET_MAX_CHARS, 'keepDeviceSecret');
  return secret === '' ? refuse('keepDeviceSecret') : secret;
}

export function parseAddressList(value: unknown, call: string): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > ADDRESSES_MAX) return refuse(call);
  return value.map((address: unknown) => textOf(address, ADDRESS_MAX_CHARS, call));
}

export function parseJoinVault(value: unknown): JoinVaultRequest {
  const call = 'joinVault';
  const fields = fieldsOf(value, call);
  const founder_key = textOf(fields.get('founder_key'), TEXT_MAX_CHARS, call);
  if (!FOUNDER_KEY.test(founder_key)) refuse(call);
  return { addresses: parseAddressList(fields.get('addresses'), call), founder_key };
}

export function parseCreateCopy(value: unknown): TakeAlongRequest {
  const call = 'takeAlong';
  const fields = fieldsOf(value, call);
  const id = (from: ReadonlyMap<string, unknown>, name: string) => {
    const text = textOf(from.get(name), TEXT_MAX_CHARS, call);
    return isUuidV7(text) ? text : refuse(call);
  };
  const groups = fields.get('groups');
  if (!Array.isArray(groups) || groups.length === 0 || groups.length > GROUPS_MAX) return refuse(call);
  return {
    passphrase: textOf(fields.get('passphrase'), PASSPHRASE_MAX_CHARS, call),
    principal_id: id(fields, 'principal_id'),
    groups: groups.map((row: unknown) => {
      const group = fieldsOf(row, call);
      const since = group.get('since') ?? null;
      if (since !== null && parseInstant(textOf(since, TEXT_MAX_CHARS, call)) === undefined) refuse(call);
      return {
        security_group_id: id(group, 'security_group_id'),
        since: since === null ? null : textOf(since, TEXT_MAX_CHARS, call),
      };
    }),
  };
}

export function parseDeleteUnsynced(value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse('deleteCopy');
}

export function parseAsk(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse('lockDone');
}

export function parseCloseAnswer(value: unknown): CloseAnswer {
  const call = 'closeAnswered';
  if (typeof value !== 'object' || value === null || !('ask' in value) || !('may_close' in value))
    return refuse(call);
  const { ask, may_close } = value;
  if (typeof ask !== 'number' || typeof may_close !== 'boolean') return refuse(call);
  return { ask, may_close };
}
