import { type Mutant, mutantsOf } from '#lanes/mutation/mutant.ts';

const tests = (...names: string[]): string[] => names.map((name) => `test/server/documents/${name}.test.ts`);

export const DOCUMENT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'server/documents/writes/change-document-row.ts',
    tests('archive-trash-purge', 'update-document', 'rewrap'),
    [
      ['a write while a purge is pending', '!core.pending.has(row.document_id) && prepared', 'prepared'],
      ['judged once only', '  change.validate?.(current);\n', ''],
      [
        'a row that changed meanwhile is not prepared again',
        'if (done !== undefined) return done;',
        'return done as never;',
      ],
    ],
  ),
  ...mutantsOf('server/documents/reads/document-view.ts', tests('answer-document'), [
    ['an old name of who changed it', ' && kept.updatedBy === updatedBy', ''],
    [
      'the head in place of the version asked for',
      'kept?.version_id === version_id && ',
      'kept !== undefined && ',
    ],
    ['a version in place of a draft', 'kept.draft_rev === draft_rev && ', ''],
  ]),
  ...mutantsOf('server/documents/sealing/version-seal.ts', tests('answer-document'), [
    ['an older record as it was sealed', 'if (isComplete(resource, record)) return', 'if (true) return'],
    ['whatever stands before the record', 'standsAt(bytes, 0, BEFORE_RECORD) &&', ''],
    ['whatever stands behind it', 'standsAt(bytes, end, behind);', 'true;'],
    ['the first letter is enough', 'bytes[from + at] !== part[at]', 'bytes[from] !== part[0]'],
  ]),
  ...mutantsOf('server/documents/writes/purge-document.ts', tests('archive-trash-purge', 'tampering'), [
    ['writes meet no purge', '  core.pending.add(document_id);\n  try {', '  try {'],
    ['editors purge', "findDamaged(core, actor, name, 'owner')", "findDamaged(core, actor, name, 'editor')"],
    ['patients with exams', "name.resource === 'patients' && ", 'false && '],
    ['search still knows', '  await core.search.forget(securityGroupId, ...documentIds);\n', ''],
    [
      'listeners unheard',
      'for (const listener of core.purgeListeners) listener({ actor, security_group_id, resource, document_id });',
      '',
    ],
  ]),
  ...mutantsOf(
    'server/documents/reads/find-document.ts',
    tests('update-document', 'archive-trash-purge', 'tampering'),
    [
      ['no check of the version', ' || expected === row.head_version_id) return;', ' || true) return;'],
      ['writes into the trash', 'if (row.is_deleted === 1) {', 'if (row.is_deleted === 2) {'],
      ['one resource for another', 'row === undefined || row.resource !== resource', 'row === undefined'],
      ['roles not asked', '  requireRoleForObject(actor, row.security_group_id, role);\n', ''],
    ],
  ),
  ...mutantsOf('server/documents/writes/update-document.ts', tests('update-document', 'drafts'), [
    ['any version is expected', '      requireExpectedVersion(row, body.expected_latest_version_id);\n', ''],
    ['any draft ends', 'draft?.base_version_id === row.head_version_id && ', 'draft !== undefined && '],
    ["another's draft ends", ' && draft.author === actor.principal_id;', ';'],
    ['numbers stand still', 'seq: current.seq + 1,', 'seq: current.seq,'],
    [
      'tags are lost',
      'return { tags: tags ?? summary.tags, source_id };',
      'return { tags: tags ?? [], source_id };',
    ],
    ['specialists are lost', '...(specialist_ids ? { specialist_ids: ', '...(true ? { specialist_ids: '],
  ]),
  ...mutantsOf('server/documents/drafts/current-draft.ts', tests('drafts'), [
    [
      "another's draft is deleted",
      'if (previous) core.drafts.discard(row.document_id, previous.draft_rev, next.updated_at);',
      'if (previous) core.drafts.delete(row.document_id, previous.draft_rev);',
    ],
    [
      'any revision is expected',
      'String(row.draft_rev))) return;',
      'String(row.draft_rev)) || true) return;',
    ],
    ['revisions come again', 'draft_rev: row.last_draft_rev + 1,', 'draft_rev: (row.draft_rev ?? 0) + 1,'],
    [
      'any base',
      'if (core.versions.findById(row.document_id, baseVersionId) !== undefined) return;',
      'return;',
    ],
  ]),
  ...mutantsOf('server/documents/drafts/discarded-drafts.ts', tests('drafts', 'tampering'), [
    ['every discarded draft goes', 'return draft.updated_at < before;', 'return true;'],
    ['the current draft among them', ' || rev === row.draft_rev) throw', ') throw'],
  ]),
  ...mutantsOf('server/documents/writes/create-document.ts', tests('rewrap', 'create-document'), [
    [
      'created under the old key',
      'if (prepared.group_key_generation !== keyRing.currentGroupKey(security_group_id).generation) {',
      'if (false) {',
    ],
    ['nothing commits with it', 'options.withinTransaction?.(document_id);', ''],
  ]),
  ...mutantsOf(
    'server/documents/writes/check-exam-patient.ts',
    tests('create-document', 'versions-and-copies'),
    [
      ['a patient of another group', '    patient.security_group_id === securityGroupId &&\n', ''],
      ['an exam as patient', "patient?.resource === 'patients' &&", 'patient !== undefined &&'],
      ['a stale version', '      requireExpectedVersion(exam, body.expected_latest_version_id);\n', ''],
    ],
  ),
  ...mutantsOf('server/documents/writes/copy-document.ts', tests('versions-and-copies'), [
    ['copies into any group', "  requireRoleInGroup(actor, security_group_id, 'editor');\n", ''],
    ['copies from the trash', '  requireWritable(core, row);\n', ''],
  ]),
  ...mutantsOf('server/documents/writes/archive-and-trash.ts', tests('archive-trash-purge'), [
    ['restored from anywhere', 'if (row.is_deleted === 1) return;', 'return;'],
    [
      'archived in the trash',
      'archiveDocument = setFlags({ judge: requireWritable, flags: { is_archived: 1 }',
      'archiveDocument = setFlags({ judge: requireNotPending, flags: { is_archived: 1 }',
    ],
  ]),
  ...mutantsOf('server/documents/reads/get-document.ts', tests('drafts', 'tampering', 'swapped-head'), [
    [
      'an older head',
      'if (head?.version.version_id !== row.head_version_id) throw',
      'if (head === undefined) throw',
    ],
    ['no draft of the head', 'draft.base_version_id === row.head_version_id || ', ''],
    ['both queries at once', 'version_id !== undefined && include_draft === true', 'false'],
  ]),
  ...mutantsOf('server/documents/writes/rewrap-documents.ts', tests('rewrap'), [
    ['damaged rows are rewrapped', '    verifyRowUncached(keyRing, row);\n', ''],
    ['source tags are lost', 'row.source_tag === null ? null : newSourceTag()', 'row.source_tag'],
  ]),
  ...mutantsOf(
    'server/storage/engine/sqlite/open-transaction.ts',
    ['test/server/storage/commit-queue.test.ts'],
    [
      ['what a failed part wrote stays', '        wasOtherwise ||= before !== countWrites.get();\n', ''],
      ['every failure has all run again', 'before !== countWrites.get()', 'before !== -1'],
      ['committed all the same', '      assertAsBelieved();\n      commit.run();', '      commit.run();'],
      [
        'the next part runs for nothing',
        '      assertAsBelieved();\n      if (isBelieving)',
        '      if (isBelieving)',
      ],
      ['never believed again', '    parts = [];\n    wasOtherwise = false;\n', ''],
      ['careful parts without a way back', 'begun(!isCareful);', 'begun(true);'],
    ],
  ),
  ...mutantsOf(
    'server/storage/commit-queue.ts',
    ['test/server/storage/commit-queue.test.ts'],
    [
      ['a disk found full late', 'if (!wasBelieving || !isDiskFull(again)) throw again;', 'throw again;'],
      ['no more careful than before', 'transact(bodies, commit, true);', 'transact(bodies, commit);'],
    ],
  ),
  ...mutantsOf(
    'lib/records/merge-records.ts',
    ['test/lib/records/merge-records.test.ts'],
    [
      ['both when nobody changed', 'if (!isSameJson(value, before.get(key))) Object.assign', 'Object.assign'],
      ['mine when I changed nothing', 'isSameJson(my, base[key]) ? theirs : mine', 'mine'],
      ['the report joined as one', "    ['report'],\n", '    [],\n'],
    ],
  ),
];
