/**
 * Options of the DICOM receiver and who may send to it. Senders are known by AE title and address; DIMSE itself
 * authenticates neither.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { AE_TITLE_PATTERN } from '#contract/imaging/receiver-settings.ts';

/** An allowed sender: an application entity title at an address. */
export interface AllowedPeer {
  readonly ae: string;
  readonly address: string;
}

export interface ReceiverOptions {
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  /** Optional when the vault has one group. */
  readonly group?: SecurityGroupId | undefined;
  /** The vault's own application entity title: 1 to 16 characters. */
  readonly ae: string;
  /** Allowed senders. Empty: every title, but from this computer only. */
  readonly allow: readonly AllowedPeer[];
}

export const NO_GROUP_MESSAGE = 'Name the security group that receives: --dicom-group.';

/** The command line must name the receiving group, because the vault has several. */
export class ReceivingGroupError extends VaultError {
  constructor(message: string) {
    super('invalid_request', message);
  }
}

const AE_TITLE = new RegExp(AE_TITLE_PATTERN);
const LOOPBACK = ['127.0.0.1', '::1'];

/** Parses an application entity title. @throws invalid_request */
export function parseAeTitle(text: string): string {
  if (AE_TITLE.test(text)) return text;
  throw new VaultError(
    'invalid_request',
    'An AE title has 1 to 16 characters of ASCII, without a backslash.',
  );
}

/** Parses `AE@ADDRESS`. @throws invalid_request */
export function parseAllowedPeer(text: string): AllowedPeer {
  const at = text.lastIndexOf('@');
  const address = text.slice(at + 1).trim();
  if (at < 1 || address === '') {
    throw new VaultError('invalid_request', 'Give each sender as AE@ADDRESS, such as CT1@192.168.0.20.');
  }
  return { ae: parseAeTitle(text.slice(0, at)), address: plainAddress(address) };
}

/** Writes an IPv4 address without the IPv6 prefix a socket may add. */
function plainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
}

export function isAllowed(allow: readonly AllowedPeer[], ae: string, address: string): boolean {
  const from = plainAddress(address);
  if (allow.length === 0) return isLoopback(from);
  return allow.some((peer) => peer.ae === ae && isAllowedAddress([peer], from));
}

/** True when any sender is allowed from this address; checked before reading. */
export function isAllowedAddress(allow: readonly AllowedPeer[], address: string): boolean {
  const from = plainAddress(address);
  if (allow.length === 0) return isLoopback(from);
  return allow.some((peer) => peer.address === from || bothLoopback(peer.address, from));
}

/** True when the port may bind loopback only, because no remote sender is configured. */
export function isLocalOnly(allow: readonly AllowedPeer[]): boolean {
  return allow.every(({ address }) => isLoopback(address));
}

function isLoopback(address: string): boolean {
  return LOOPBACK.includes(address) || address === 'localhost';
}

function bothLoopback(one: string, other: string): boolean {
  return isLoopback(one) && isLoopback(other);
}

/**
 * Checks that the receiving group is clear.
 * @param groups the vault's groups; none before it is initialised. @throws ReceivingGroupError
 */
export function assertGroupIsClear(
  { group }: Pick<ReceiverOptions, 'group'>,
  groups: readonly SecurityGroupId[],
): void {
  if (group === undefined && groups.length > 1) throw new ReceivingGroupError(NO_GROUP_MESSAGE);
  if (group !== undefined && groups.length > 0 && !groups.includes(group))
    throw new ReceivingGroupError('The security group given with --dicom-group was not found in this vault.');
}
