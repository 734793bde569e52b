/** Tests which bytes reach the DICOM library, and that announced lengths never make it reserve memory. */
import { describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { createMessageGuard, type Fragment, neededByLibrary } from '#server/imaging/dimse/message-guard.ts';

const GROUP_LENGTH = [0x0000, [0, 0, 0, 0]] as const;
const FIND = [0x0100, [0x20, 0]] as const;
const STORE = [0x0100, [0x01, 0]] as const;
const ECHO = [0x0100, [0x30, 0]] as const;
const MESSAGE_ID = [0x0110, [1, 0]] as const;
const WITH_DATA = [0x0800, [0, 0]] as const;
const WITHOUT_DATA = [0x0800, [0x01, 0x01]] as const;

type Element = readonly [number: number, value: readonly number[], announced?: number, group?: number];

function command(...elements: readonly Element[]): Uint8Array {
  return concatBytes(
    elements.map(([number, value, announced = value.length, group = 0]) => {
      const head = Buffer.alloc(8);
      head.writeUInt16LE(group, 0);
      head.writeUInt16LE(number, 2);
      head.writeUInt32LE(announced, 4);
      return concatBytes([head, Uint8Array.from(value)]);
    }),
  );
}

function fragment(value: Uint8Array, isCommand = true, isLast = true): Fragment {
  return { value, isCommand: () => isCommand, isLastFragment: () => isLast };
}

const data = (value: Uint8Array, isLast = true) => fragment(value, false, isLast);
const sound = command(GROUP_LENGTH, FIND, MESSAGE_ID, WITH_DATA);

describe('a command set', () => {
  test.each<[string, Uint8Array]>([
    ['an element that announces two gigabytes', command(FIND, [0x0110, [], 0x7fff_ffff], WITH_DATA)],
    ['an element of undefined length', command(FIND, [0x0110, [], 0xffff_ffff], WITH_DATA)],
    ['an element that reaches one byte too far', command(FIND, WITH_DATA, [0x1000, [1, 2], 3])],
    ['half a head at its end', concatBytes([sound, Uint8Array.of(0, 0, 0)])],
    ['an element twice', command(FIND, FIND, WITH_DATA)],
    ['elements out of order', command(MESSAGE_ID, FIND, WITH_DATA)],
    ['an element of another group', command(FIND, WITH_DATA, [0x0010, [1, 2], 2, 0x0010])],
    ['no command field', command(MESSAGE_ID, WITH_DATA)],
    ['a command field of two numbers', command([0x0100, [0x20, 0, 0x20, 0]], WITH_DATA)],
    ['a number of one byte', command(FIND, [0x0110, [1]], WITH_DATA)],
    ['a number of none', command(FIND, [0x0110, []], WITH_DATA)],
    ['nothing about a data set', command(FIND, MESSAGE_ID)],
    ['nothing', new Uint8Array()],
    ['more than any command holds', command(FIND, WITH_DATA, [0x1000, Array(70_000).fill(0x31)])],
  ])('with %s is kept from the library', (_what, bytes) => {
    expect(createMessageGuard().admits([fragment(bytes)])).toBe(false);
  });

  test('is read in one piece and in many, and one after the other', () => {
    const guard = createMessageGuard();
    const echo = command(GROUP_LENGTH, ECHO, MESSAGE_ID, WITHOUT_DATA);
    for (let round = 0; round < 3; round += 1) {
      expect(guard.admits([fragment(echo)])).toBe(true);
      expect(guard.admits([fragment(sound.subarray(0, 5), true, false)])).toBe(true);
      expect(guard.admits([fragment(sound.subarray(5))])).toBe(true);
      expect(guard.admits([data(Uint8Array.of(round))])).toBe(true);
    }
  });

  test('is written anew: the library sees known elements alone', () => {
    const comment: Element = [0x0902, [0x41, 0x42, 0x43]];
    const instance: Element = [0x1000, [0x31, 0]];
    const guard = createMessageGuard();
    const first = fragment(command(GROUP_LENGTH, STORE), true, false);
    const second = fragment(command(MESSAGE_ID, WITH_DATA, comment, instance));
    expect(guard.admits([first, second])).toBe(true);
    expect(first.value).toHaveLength(0);
    expect(Buffer.from(second.value)).toEqual(Buffer.from(command(STORE, MESSAGE_ID, WITH_DATA, instance)));
  });

  test('that never ends is cut', () => {
    const guard = createMessageGuard();
    const piece = () => fragment(new Uint8Array(16 * 1024), true, false);
    const admitted = [piece(), piece(), piece(), piece(), piece()].map((each) => guard.admits([each]));
    expect(admitted).toEqual([true, true, true, true, false]);
  });

  test('while a data set is awaited is none', () => {
    const guard = createMessageGuard();
    expect(guard.admits([fragment(sound)])).toBe(true);
    expect(guard.admits([fragment(sound)])).toBe(false);
  });
});

describe('a data set', () => {
  test('of a query is kept whole, and the library is given nothing of it', () => {
    const guard = createMessageGuard();
    const parts = [data(Uint8Array.of(1, 2), false), data(Uint8Array.of(3))];
    expect(guard.admits([fragment(sound), ...parts])).toBe(true);
    expect(guard.identifier()).toEqual(Buffer.from([1, 2, 3]));
    expect(parts.map(({ value }) => value.length)).toEqual([0, 0]);
  });

  test('of an object goes on as it is', () => {
    const guard = createMessageGuard();
    const part = data(Uint8Array.of(1, 2));
    expect(guard.admits([fragment(command(STORE, MESSAGE_ID, WITH_DATA)), part])).toBe(true);
    expect(part.value).toEqual(Uint8Array.of(1, 2));
  });

  test.each([
    ['before any command', []],
    ['after a command that has none', [command(ECHO, WITHOUT_DATA)]],
    ['after its own end', [command(FIND, WITH_DATA), undefined]],
  ])('%s is cut', (_when, before) => {
    const guard = createMessageGuard();
    for (const each of before) {
      const unit = each === undefined ? data(Uint8Array.of(1)) : fragment(each);
      expect(guard.admits([unit])).toBe(true);
    }
    expect(guard.admits([data(Uint8Array.of(1))])).toBe(false);
  });
});

describe('fragments', () => {
  const piece = (bytes: number, isCommand: boolean) => fragment(new Uint8Array(bytes), isCommand, false);
  const awaitingData = (field: Element) => {
    const guard = createMessageGuard();
    expect(guard.admits([fragment(command(field, MESSAGE_ID, WITH_DATA))])).toBe(true);
    return guard;
  };
  /** How many of twenty thousand are admitted before the first refusal. */
  function admittedOf(
    guard: ReturnType<typeof createMessageGuard>,
    bytes: number,
    isCommand: boolean,
  ): number {
    for (let count = 0; count < 20_000; count += 1)
      if (!guard.admits([piece(bytes, isCommand)])) return count;
    return 20_000;
  }

  test('without content are cut at the first', () => {
    expect(admittedOf(createMessageGuard(), 0, true)).toBe(0);
    expect(admittedOf(awaitingData(FIND), 0, false)).toBe(0);
    expect(admittedOf(awaitingData(STORE), 0, false)).toBe(0);
  });

  test('without content at the end of an object are none: some senders close with one', () => {
    const guard = awaitingData(STORE);
    expect(guard.admits([piece(9, false)])).toBe(true);
    expect(guard.admits([data(new Uint8Array())])).toBe(true);
  });

  test('of a few bytes are cut after 64, of one message or of one command', () => {
    expect(admittedOf(createMessageGuard(), 1, true)).toBe(64);
    expect(admittedOf(awaitingData(FIND), 1, false)).toBe(64);
    expect(admittedOf(awaitingData(STORE), 1, false)).toBe(64);
  });

  test('of a large object are as many as it takes, and of the next one again', () => {
    const guard = createMessageGuard();
    for (let round = 0; round < 2; round += 1) {
      expect(guard.admits([fragment(command(STORE, MESSAGE_ID, WITH_DATA))])).toBe(true);
      expect(admittedOf(guard, 4096, false)).toBe(20_000);
      expect(guard.admits([data(Uint8Array.of(1))])).toBe(true);
    }
  });

  test('of a query reach the library as one, which adds up all it keeps with each', () => {
    const guard = awaitingData(FIND);
    const parts = Array.from({ length: 60 }, () => piece(512, false));
    expect(guard.admits(parts)).toBe(true);
    expect(guard.admits([data(new Uint8Array(512))])).toBe(true);
    expect(guard.identifier()).toHaveLength(61 * 512);
    expect(neededByLibrary(parts)).toHaveLength(0);
    expect(neededByLibrary([data(new Uint8Array())])).toHaveLength(1);
  });
});
