/**
 * Opens frozen test vectors, one file per sealed format, written by the first release. A change that cannot open them
 * would lose every existing vault. Add files, never rewrite one.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Envelope } from '#contract/sealed-envelope.ts';
import { decodeBase64Url, decodeHex, encodeHex, equalBytes } from '#crypto/bytes.ts';
import { chainLink } from '#crypto/history/commit-chain.ts';
import {
  type DigestPlace,
  EMPTY_TALLY,
  openDigest,
  type StateElement,
  withRow,
} from '#crypto/history/state-digest.ts';
import { unwrapDek } from '#crypto/keys/document-keys.ts';
import { deriveGroupSubkeys } from '#crypto/keys/group-subkeys.ts';
import { parseDek, parseGroupKey, parsePrincipalKey } from '#crypto/keys/key-types.ts';
import { createRowSeal, type RowField, type RowLayout, verifyRowMac } from '#crypto/keys/row-mac.ts';
import { type GrantIds, grantHash, openGrant } from '#crypto/membership/group-grants.ts';
import {
  decodePublicKeys,
  type RecordedPublicKeys,
  recordHash,
  type SignedMembershipRecord,
  verifyChain,
} from '#crypto/membership/membership.ts';
import { fingerprint, openPrincipal } from '#crypto/principals/principal-keys.ts';
import {
  type SecretWrapKind,
  unwrapWithPassphrase,
  unwrapWithSecret,
  type WrapIds,
  type WrappedKey,
} from '#crypto/principals/principal-wraps.ts';
import { parseRecoveryKey } from '#crypto/principals/recovery-key.ts';
import { encodeContext } from '#crypto/sealing/context-bytes.ts';
import { openEnvelope, packEnvelope, unpackEnvelope } from '#crypto/sealing/envelope.ts';
import { createFileOpener, HEADER_BYTES, plainSize } from '#crypto/sealing/file-stream.ts';
import {
  deriveHybridPublicKey,
  openHybrid,
  packHybrid,
  unpackHybrid,
} from '#crypto/sealing/hybrid-envelope.ts';
import { openJson } from '#crypto/sealing/sealed-json.ts';
import { sha256 } from '#crypto/sha256.ts';
import { CONTEXTS, type ContextName } from './support/contexts.ts';

function frozen<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`./vectors/${file}`, import.meta.url), 'utf8'));
}

interface Cases<C> {
  readonly cases: readonly C[];
}

describe('context-v1.json', () => {
  const { cases } = frozen<Cases<{ name: ContextName; encoded: string }>>('context-v1.json');

  test('covers every slot', () => {
    expect(cases.map(({ name }) => name)).toEqual(Object.keys(CONTEXTS));
  });

  test.each(cases)('$name encodes to the same bytes', ({ name, encoded }) => {
    expect(encodeHex(encodeContext(CONTEXTS[name]))).toBe(encoded);
  });
});

describe('envelope-v1.json', () => {
  interface Case {
    readonly context: ContextName;
    readonly plaintext: string;
    readonly envelope: Envelope;
  }
  const { key, cases } = frozen<Cases<Case> & { key: string }>('envelope-v1.json');

  test.each(cases)('the $context envelope opens', ({ context, plaintext, envelope }) => {
    expect(encodeHex(openEnvelope(decodeHex(key), envelope, CONTEXTS[context]))).toBe(plaintext);
    expect(unpackEnvelope(packEnvelope(envelope))).toEqual(envelope);
  });
});

describe('hybrid-v1.json', () => {
  interface Case {
    readonly context: ContextName;
    readonly plaintext: string;
    readonly envelope: Envelope;
  }
  const file = frozen<Cases<Case> & { seed: string; publicKeySha256: string }>('hybrid-v1.json');

  test('the seed gives the same public key', () => {
    expect(encodeHex(sha256(deriveHybridPublicKey(decodeHex(file.seed))))).toBe(file.publicKeySha256);
  });

  test.each(file.cases)('the $context envelope opens', ({ context, plaintext, envelope }) => {
    expect(encodeHex(openHybrid(decodeHex(file.seed), envelope, CONTEXTS[context]))).toBe(plaintext);
    expect(unpackHybrid(packHybrid(envelope))).toEqual(envelope);
  });
});

describe('file-stream-v1.json', () => {
  const { key, cases } = frozen<Cases<{ size: number; sealed: string }> & { key: string }>(
    'file-stream-v1.json',
  );

  test.each(cases)('the file of $size bytes opens', ({ size, sealed }) => {
    const bytes = decodeBase64Url(sealed);
    const opener = createFileOpener(decodeHex(key), CONTEXTS.file, bytes.subarray(0, HEADER_BYTES));
    const content = Uint8Array.from({ length: size }, (_, index) => (31 * index + 7) % 251);
    expect(plainSize(bytes.length)).toBe(size);
    expect(equalBytes(opener.openChunks(0, bytes.subarray(HEADER_BYTES), true), content)).toBe(true);
  });
});

interface VectorRow {
  readonly document_id: string;
  readonly patient_id: string | null;
  readonly is_deleted: number;
  readonly row_rev: number;
  readonly tag: string;
  readonly dek: Uint8Array;
  readonly change_seq: number;
}

describe('group-keys-v1.json', () => {
  const file = frozen<{
    groupKey: string;
    dek: string;
    dekWrap: string;
    subkeys: Record<string, string>;
    row: RowField[];
    rowMac: string;
  }>('group-keys-v1.json');
  const groupKey = parseGroupKey(decodeHex(file.groupKey));

  test('the DEK unwraps', () => {
    expect(encodeHex(unwrapDek(groupKey, decodeHex(file.dekWrap), CONTEXTS.dek))).toBe(file.dek);
  });

  test('the subkeys are the same, each with its own value', () => {
    const derived = Object.entries(deriveGroupSubkeys(groupKey)).map(([name, key]) => [name, encodeHex(key)]);
    expect(Object.fromEntries(derived)).toMatchObject(file.subkeys);
    expect(new Set(derived.map(([, key]) => key)).size).toBe(derived.length);
  });

  test('the row MAC verifies', () => {
    const { rowMacKey } = deriveGroupSubkeys(groupKey);
    expect(() => verifyRowMac(rowMacKey, file.row, decodeHex(file.rowMac))).not.toThrow();
  });
});

describe('history-v1.json', () => {
  const file = frozen<{
    groupKey: string;
    stateMacKey: string;
    rows: { kind: StateElement['kind']; id: string; row_mac: string }[];
    sum: string;
    digest: DigestPlace & { row_count: number; masked_sum: string; nonce: string; mac: string };
    link: {
      previous: string;
      epoch: number;
      commit_count: number;
      batch_id: string;
      changes: { table: string; key: string; mac: string | null }[];
      chain: string;
    };
  }>('history-v1.json');
  const key = decodeHex(file.stateMacKey);

  test('the subkey is the same', () => {
    const { stateMacKey } = deriveGroupSubkeys(parseGroupKey(decodeHex(file.groupKey)));
    expect(encodeHex(stateMacKey)).toBe(file.stateMacKey);
  });

  test('the digest opens to the sum of its rows', () => {
    const rows = file.rows.map((row) => ({ ...row, row_mac: decodeHex(row.row_mac) }));
    const tally = rows.reduce((before, row) => withRow(key, before, row), EMPTY_TALLY);
    expect(tally).toEqual({ rows: rows.length, sum: BigInt(`0x${file.sum}`) });
    const { masked_sum, nonce, mac } = file.digest;
    const bytes = { masked_sum: decodeHex(masked_sum), nonce: decodeHex(nonce), mac: decodeHex(mac) };
    expect(openDigest(key, { ...file.digest, ...bytes })).toEqual(tally);
  });

  test('the link is the same', () => {
    const { previous, batch_id, changes, chain, ...place } = file.link;
    const sealed = changes.map(({ mac, ...row }) => ({ ...row, mac: mac === null ? null : decodeHex(mac) }));
    const link = chainLink(decodeHex(previous), { ...place, batch_id: decodeHex(batch_id) }, sealed);
    expect(encodeHex(link)).toBe(chain);
  });
});

describe('row-mac-v2.json', () => {
  const file = frozen<{
    rowMacKey: string;
    table: string;
    columns: RowLayout<VectorRow>['columns'];
    row: Omit<VectorRow, 'dek'> & { dek: string };
    rowMac: string;
  }>('row-mac-v2.json');

  test('the row MAC of format 2 is the same', () => {
    const { table, columns } = file;
    const row: VectorRow = { ...file.row, dek: decodeHex(file.row.dek) };
    const mac = createRowSeal<VectorRow>({ table, columns }).mac(decodeHex(file.rowMacKey), row);
    expect(encodeHex(mac)).toBe(file.rowMac);
  });
});

describe('sealed-json-v2.json', () => {
  const file = frozen<{
    dek: string;
    cases: { schema: number; context: ContextName; content: unknown; packed: string }[];
  }>('sealed-json-v2.json');

  test.each(file.cases)('schema $schema in the context of a $context opens', (sealed) => {
    const { schema, content } = sealed;
    const key = parseDek(decodeHex(file.dek));
    expect(openJson(key, decodeHex(sealed.packed), CONTEXTS[sealed.context], 2)).toEqual({ schema, content });
  });
});

describe('principal-v1.json', () => {
  const file = frozen<{
    ids: WrapIds;
    principalKey: string;
    passphrase: string;
    secret: string;
    wraps: (Omit<WrappedKey, 'salt' | 'packed'> & { salt: string; packed: string })[];
    recovery: { text: string; secret: string };
    publicKeys: RecordedPublicKeys;
    fingerprint: string;
    kemSeed: string;
    sealedSeeds: string;
    groupKey: string;
    grantIds: GrantIds;
    grant: string;
    chain: SignedMembershipRecord[];
    headHash: string;
  }>('principal-v1.json');
  const publicKeys = decodePublicKeys(file.publicKeys);
  const principal = openPrincipal(
    parsePrincipalKey(decodeHex(file.principalKey)),
    decodeHex(file.sealedSeeds),
    {
      ...file.ids,
      publicKeys,
    },
  );

  test.each(file.wraps)('the $kind wrap opens', async (stored) => {
    const wrapped = { ...stored, salt: decodeHex(stored.salt), packed: decodeHex(stored.packed) };
    const opened =
      stored.kind === 'passphrase'
        ? await unwrapWithPassphrase(wrapped, file.passphrase, file.ids)
        : unwrapWithSecret(stored.kind satisfies SecretWrapKind, wrapped, decodeHex(file.secret), file.ids);
    expect(encodeHex(opened)).toBe(file.principalKey);
  });

  test('the recovery key reads', () => {
    expect(encodeHex(parseRecoveryKey(file.recovery.text))).toBe(file.recovery.secret);
  });

  test('the sealed seeds give the same secrets and fingerprint', () => {
    expect(encodeHex(principal.kemSeed)).toBe(file.kemSeed);
    expect(encodeHex(fingerprint(publicKeys))).toBe(file.fingerprint);
  });

  test('the grant opens and is the one the chain announces', () => {
    const grant = decodeHex(file.grant);
    expect(encodeHex(openGrant(grant, principal, file.grantIds))).toBe(file.groupKey);
    expect(file.chain[1]?.record.grants_sha256).toEqual({ [file.ids.principal_id]: grantHash(grant) });
  });

  test('the membership chain verifies to the same head', () => {
    const state = verifyChain(file.chain, principal.trust);
    expect(state.head).toEqual({ seq: 2, hash: file.headHash });
    expect(file.chain.map(recordHash).at(-1)).toBe(file.headHash);
  });
});
