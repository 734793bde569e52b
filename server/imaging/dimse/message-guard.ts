/**
 * Checks each DIMSE message before the DICOM library reads it. The library allocates the memory an element announces
 * before checking that so much was sent, and misreads numbers of unexpected length: a few bytes could cost gigabytes.
 * So the library gets a rewritten command with known elements only, and no query data set, which is read elsewhere. An
 * invalid command set ends the connection.
 * Source: DICOM PS3.7 6.3.1, 9.3 and E.1, PS3.8 E.
 */
import { DICOM_COMMAND_MAX_BYTES } from '#contract/limits.ts';

/** The library's own type for a fragment of a message. */
export interface Fragment {
  /** Bytes of the element that the library reads. */
  value: Uint8Array;
  readonly isCommand: () => boolean;
  readonly isLastFragment: () => boolean;
}

/** Error: the peer sent an invalid message. */
export class InvalidMessageError extends Error {
  override readonly name = 'InvalidMessageError';
}

export interface MessageGuard {
  /** Checks the fragments of one PDU. False: the library must not see it, and the connection ends. */
  readonly admits: (fragments: readonly Fragment[]) => boolean;
  /** Data set of the last message that was not a C-STORE. */
  readonly identifier: () => Uint8Array;
}

interface Command {
  readonly field: number;
  readonly hasDataset: boolean;
  /** Rewritten command for the library. */
  readonly rewritten: Buffer;
}

const HEAD_BYTES = 8;
const COMMAND_FIELD = 0x0100;
const DATA_SET_TYPE = 0x0800;
/** Command elements with UIDs and titles. */
const TEXTS = new Set([0x0002, 0x0003, 0x0600, 0x1000, 0x1001, 0x1030]);
/** Command elements with one number of two bytes. */
const NUMBERS = new Set([COMMAND_FIELD, 0x0110, 0x0120, 0x0700, DATA_SET_TYPE, 0x0900, 0x1008, 0x1031]);
const C_STORE_REQUEST = 0x0001;
const NO_DATA_SET = 0x0101;
const NOTHING = Buffer.alloc(0);
/** Fragments of a command or data set after which their mean size counts: each costs work, however small. */
const FRAGMENTS_BEFORE_COUNT = 64;
const FRAGMENT_MEAN_MIN_BYTES = 256;

/**
 * Fragments that tell the library something. It adds up all fragments it keeps with each further one, so that the many
 * of a query would cost the square of their number.
 */
export function neededByLibrary(fragments: readonly Fragment[]): readonly Fragment[] {
  return fragments.filter((fragment) => fragment.value.length > 0 || fragment.isLastFragment());
}

export function createMessageGuard(): MessageGuard {
  const isWorthwhile = createFragmentCount();
  let fragments: Uint8Array[] = [];
  let bytes = 0;
  /** Last command received; its data set must follow. */
  let command: Command | undefined;
  let identifier: Uint8Array = NOTHING;

  function gather(fragment: Fragment): Buffer | undefined {
    fragments.push(fragment.value);
    bytes += fragment.value.length;
    if (!fragment.isLastFragment()) return undefined;
    const whole = Buffer.concat(fragments);
    fragments = [];
    bytes = 0;
    return whole;
  }

  function admitsCommand(fragment: Fragment): boolean {
    if (command !== undefined) return false;
    const whole = gather(fragment);
    if (bytes > DICOM_COMMAND_MAX_BYTES) return false;
    fragment.value = NOTHING;
    if (whole === undefined) return true;
    command = readCommand(whole);
    if (command === undefined) return false;
    fragment.value = command.rewritten;
    return true;
  }

  function takeData(fragment: Fragment, { field }: Command): void {
    if (field !== C_STORE_REQUEST) {
      const whole = gather(fragment);
      fragment.value = NOTHING;
      if (whole !== undefined) identifier = whole;
    }
    if (fragment.isLastFragment()) command = undefined;
  }

  return {
    admits(unit) {
      for (const fragment of unit) {
        if (!isWorthwhile(fragment)) return false;
        if (!fragment.isCommand()) {
          if (command === undefined) return false;
          takeData(fragment, command);
          continue;
        }
        if (!admitsCommand(fragment)) return false;
        if (command === undefined || command.hasDataset) continue;
        command = undefined;
        // The library leaves the rest of the PDU unread.
        return true;
      }
      return true;
    },
    identifier: () => identifier,
  };
}

/** Returns false for a fragment without content that is not the last, and for too many small ones of one message. */
function createFragmentCount(): (fragment: Fragment) => boolean {
  let count = 0;
  let bytes = 0;
  return (fragment) => {
    const isLast = fragment.isLastFragment();
    count += 1;
    bytes += fragment.value.length;
    const isFine =
      (isLast || fragment.value.length > 0) &&
      (count <= FRAGMENTS_BEFORE_COUNT || bytes >= count * FRAGMENT_MEAN_MIN_BYTES);
    if (isLast) {
      count = 0;
      bytes = 0;
    }
    return isFine;
  };
}

/** Reads a command set. Undefined unless the bytes are complete elements of group 0000, each once and in order. */
function readCommand(bytes: Buffer): Command | undefined {
  if (bytes.length > DICOM_COMMAND_MAX_BYTES) return undefined;
  const numbers = new Map<number, number>();
  const kept: Buffer[] = [];
  let last = -1;
  for (let at = 0; at < bytes.length; ) {
    if (at + HEAD_BYTES > bytes.length) return undefined;
    const element = bytes.readUInt16LE(at + 2);
    const length = bytes.readUInt32LE(at + 4);
    const start = at + HEAD_BYTES;
    if (bytes.readUInt16LE(at) !== 0 || element <= last || length > bytes.length - start) return undefined;
    if (NUMBERS.has(element)) {
      if (length !== 2) return undefined;
      numbers.set(element, bytes.readUInt16LE(start));
    }
    if (NUMBERS.has(element) || TEXTS.has(element)) kept.push(bytes.subarray(at, start + length));
    last = element;
    at = start + length;
  }
  const [field, type] = [numbers.get(COMMAND_FIELD), numbers.get(DATA_SET_TYPE)];
  if (field === undefined || type === undefined) return undefined;
  return { field, hasDataset: type !== NO_DATA_SET, rewritten: Buffer.concat(kept) };
}
