import { type Mutant, mutantsOf } from '#lanes/mutation/mutant.ts';

const envelope = ['test/lib/crypto/frozen-vectors.test.ts', 'test/lib/crypto/sealing/envelope.test.ts'];
const membership = ['test/lib/crypto/membership/'];

export const CRYPTO_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('lib/crypto/sealing/envelope.ts', envelope, [
    [
      'any suite opens',
      'if (packed.length < HEADER_BYTES || packed[0] !== SUITE) throw new CryptoError();',
      '',
    ],
    ['no salt', "'sha512', key, salt.subarray(1), info", "'sha512', key, salt.subarray(33), info"],
    [
      'key not bound to context',
      'concatBytes(INFO_PREFIX, nonce, contextHash)',
      'concatBytes(INFO_PREFIX, nonce)',
    ],
  ]),
  ...mutantsOf(
    'lib/crypto/sealing/seal-subkey.ts',
    [...envelope, 'test/lib/crypto/sealing/commitment.test.ts', 'test/lib/crypto/sealing/padding.test.ts'],
    [
      [
        'commitment not compared',
        ' &&\n    equalBytes(okm.subarray(SUBKEY_BYTES, OKM_BYTES), ciphertext.subarray(0, COMMITMENT_BYTES));',
        ';',
      ],
      ['padding not checked', 'if (end < 0 || padded[end] !== PAD_MARK)', 'if (end < 0)'],
      ['short ciphertext', 'ciphertext.length >= MIN_CIPHERTEXT_BYTES &&', ''],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/sealing/file-stream.ts',
    ['test/lib/crypto/sealing/file-stream.test.ts'],
    [
      [
        'stream commitment not compared',
        'if (!equalBytes(keys.commitment, header.subarray(SALT_BYTES))) throw new CryptoError();',
        '',
      ],
      [
        'a cut stream opens',
        'if (endsFile ? lastBytes < TAG_BYTES : lastBytes !== 0 || wholeChunks === 0) throw new CryptoError();',
        '',
      ],
      ['chunks may be swapped', '(nonce[at] ?? 0) ^ (rest % 256)', 'nonce[at] ?? 0'],
      ['a spent sealer goes on', 'if (spent) throw new CryptoError();\n      const batches', 'const batches'],
      ['final twice', 'if (spent) throw new CryptoError();\n      const chunks', 'const chunks'],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/sealing/context-bytes.ts',
    ['test/lib/crypto/sealing/context.test.ts', 'test/lib/crypto/frozen-vectors.test.ts'],
    [
      ['group not bound', '    .field(TAGS.security_group_id, context.security_group_id)\n', ''],
      ['workspace not bound', '    .field(TAGS.workspace_id, context.workspace_id)\n', ''],
      ['version: instant not bound', "    'created_by',\n    'created_at',\n  ],", "    'created_by',\n  ],"],
      ['version: chain not bound', "    'prev_envelope_sha256',\n    'created_by',", "    'created_by',"],
      ['draft: revision not bound', "'base_version_id', 'draft_rev'],", "'base_version_id'],"],
      ['part: attempt not bound', "part: ['node_id', 'part', 'attempt_id']", "part: ['node_id', 'part']"],
      ['DEK: generation not bound', "['object_id', 'dek_id', 'gk_gen']", "['object_id', 'dek_id']"],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/sealing/sealed-json.ts',
    ['test/lib/crypto/sealing/sealed-json.test.ts', 'test/lib/crypto/frozen-vectors.test.ts'],
    [
      [
        'any schema number',
        'if (!Number.isSafeInteger(schema) || schema <= FIRST_SCHEMA) throw new CryptoError();',
        '',
      ],
      ['newer schemas open', 'if (schema <= newest) return', 'return'],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/sealing/hybrid-envelope.ts',
    ['test/lib/crypto/sealing/hybrid-envelope.test.ts', 'test/lib/crypto/frozen-vectors.test.ts'],
    [
      [
        'encapsulation not bound',
        'sha256(encapsulation, publicKey, encodedContext)',
        'sha256(publicKey, encodedContext)',
      ],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/tlv.ts',
    ['test/lib/crypto/tlv.test.ts'],
    [
      ['bytes left over', 'if (offset !== bytes.length) throw new CryptoError();', ''],
      ['lone surrogates', 'if (!value.isWellFormed()) throw new CryptoError();', ''],
      ['any number', 'if (!Number.isSafeInteger(value) || value < 0) throw new CryptoError();', ''],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/keys/row-mac.ts',
    ['test/lib/crypto/keys/row-seal.test.ts', 'test/lib/crypto/frozen-vectors.test.ts'],
    [
      ['format 1 with new columns', ' || added.some((name) => row[name] !== null)', ''],
      ['rows of two tables alike', '.field(TAG.table, layout.table)', ''],
      ['nulls are counted', 'if (value !== null) writer', 'writer'],
      ['columns in any order', "!== 'outside').sort();", "!== 'outside');"],
      ['MAC not compared', 'else if (!equalBytes(mac(key, row), stored)) throw new CryptoError();', ''],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/keys/verified-row-cache.ts',
    ['test/lib/crypto/keys/verified-row-cache.test.ts'],
    [
      ['another MAC passes', 'if (!isSameBytes(known.mac, mac)) return false;', ''],
      [
        'changed columns pass',
        'for (const name of columns) if (!sameColumn(known.row[name], row[name])) return false;',
        '',
      ],
      ['what was compared is compared again', 'known.row = row;', ''],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/keys/key-ring.ts',
    ['test/lib/crypto/keys/key-ring.test.ts'],
    [
      ['a wrap of another generation from the cache', 'cached.gk_gen === gkGen && ', ''],
      ['a swapped wrap from the cache', ' && isSameBytes(cached.packed, packed)', ''],
      [
        'the current generation goes too',
        'if (held >= generation) continue;',
        'if (held > generation) continue;',
      ],
      ['DEKs stay after a lock', '      wipe(entry.dek);\n', ''],
      [
        'openings stay after a lock',
        '      wipe(entry.dek);\n      wipeKept(entry);',
        '      wipe(entry.dek);',
      ],
      ['an opening of anything', 'if (a[at] !== b[at]) return false;', ''],
      [
        'an opening of another DEK',
        'if (entry?.dek !== dek) return derive();',
        'if (entry === undefined) return derive();',
      ],
      ['what an opening was is not wiped', '    wipeKept(entry);\n    entry.kept =', '    entry.kept ='],
      ['old group keys stay', '      this.#wipeEntry(entry);\n', ''],
      ['a generation that cannot be, in a rotation', ' && !this.#isRotating(securityGroupId)', ''],
    ],
  ),
  ...mutantsOf(
    'lib/crypto/principals/principal-wraps.ts',
    ['test/lib/crypto/principals/principal-wraps.test.ts', 'test/lib/crypto/frozen-vectors.test.ts'],
    [['Argon2id parameters not bound', 'argon2_m: params?.m ?? null,', 'argon2_m: null,']],
  ),
  ...mutantsOf(
    'lib/crypto/principals/recovery-key.ts',
    ['test/lib/crypto/principals/recovery-key.test.ts'],
    [
      [
        'checksum not checked',
        'if (!equalBytes(Uint8Array.from(symbolsOf(secret, label)), symbols)) throw new CryptoError();',
        '',
      ],
    ],
  ),
  ...mutantsOf('lib/crypto/membership/membership.ts', membership, [
    ['records may be missing', 'if (record.seq !== state.head.seq + 1) throw new CryptoError();', ''],
    [
      'records may be exchanged',
      'if (record.prev_hash !== (isFirst ? null : state.head.hash)) throw new CryptoError();',
      '',
    ],
    ['the disabled still grant', 'granter === undefined || granter.disabled', 'granter === undefined'],
    [
      'signatures not checked',
      'if (!verifyRecordSignatures(signed, granter?.public_keys ?? state.trust)) throw new CryptoError();',
      '',
    ],
    ['an empty list', 'if (state.head.seq === 0) throw new CryptoError();', ''],
  ]),
  ...mutantsOf('lib/crypto/membership/membership-rules.ts', membership, [
    [
      'anybody governs a group',
      '  assert(isAdmin(state, record.granter_id) || ownsGroup(group, record.granter_id));\n',
      '',
    ],
    [
      'generations may be skipped',
      'record.generation === group.generation + 1 && record.role',
      'record.generation !== null && record.role',
    ],
    ['a rotation grants to strangers', 'granted.every((memberId) => members.has(memberId))', 'members'],
    [
      'roles under an old generation',
      'assert(record.generation === group.generation && record.role !== null);',
      'assert(record.role !== null);',
    ],
    [
      'a founder with another key',
      'assert(equalBytes(founder.public_keys.mldsa65, state.trust.mldsa65));',
      '',
    ],
    ['records of another workspace', 'assert(record.workspace_id === state.trust.workspace_id);', ''],
    ['certificates of the disabled stay', '{ ...certificate, revoked: true }', '{ ...certificate }'],
    ['a certificate announced again', 'assert(!state.certificates.has(fingerprint));', ''],
    [
      'settings by anybody',
      'set_settings(state, record) {\n    assertOutsideGroups(record);\n    assert(isAdmin(state, record.granter_id) && ',
      'set_settings(state, record) {\n    assertOutsideGroups(record);\n    assert(',
    ],
    ['programs as administrators', "assert(record.kind === 'person' || !record.is_admin);", ''],
  ]),
];
