import { type Mutant, mutantsOf } from '#lanes/mutation/mutant.ts';

const tests = (...names: string[]): string[] =>
  names.map((name) => `test/server/identity/actor/${name}.test.ts`);

export const SESSION_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('server/identity/sessions/unlock-throttle.ts', tests('session-opening'), [
    ['failures are never forgiven', '        store.delete(own);\n', ''],
    ['one failure too early', 'return beyond < 0', 'return beyond < -1'],
    ['no longer each time', '2 ** beyond', '1'],
    [
      'openings side by side',
      '      attempts.last = result.catch(() => undefined).finally(() => attempts.waiting.delete(place));\n',
      '',
    ],
    ['any error is a failure', "error.code === 'credential_rejected') keys", 'error.code) keys'],
  ]),
  ...mutantsOf(
    'server/identity/sessions/session-table.ts',
    tests('session-opening', 'session-life', 'over-the-socket'),
    [
      [
        'a token with another certificate',
        'if (live !== undefined && isHolder(live, peer)) {',
        'if (live !== undefined) {',
      ],
      ['no longest session', 'at >= end || ', ''],
      ['no idle end', ' || at >= lastActive + idleMs();', ';'],
      ['what runs is not cut', '    live.abort.abort();\n', ''],
      ['locked for others only', '    live.actor = null;\n', ''],
      [
        'expired as rejected',
        "if (isOver(live)) end(tokenHash, live, 'session_expired');\n      }",
        "if (isOver(live)) end(tokenHash, live, 'session_rejected');\n      }",
      ],
    ],
  ),
  ...mutantsOf(
    'server/identity/sessions/authenticate.ts',
    tests('session-opening', 'principals-and-credentials'),
    [
      [
        'expired credentials open',
        'credential.expires_at !== null && Date.parse(credential.expires_at) <= core.clock.nowMs()',
        'false',
      ],
      ['device secrets from anywhere', 'if (peer.isDesktop) return;', 'return;'],
      ['two secrets at once', 'method === undefined || others.length > 0', 'method === undefined'],
      ['tokens of another vault', 'payload.workspace_id !== core.workspace().workspace_id', 'false'],
    ],
  ),
  ...mutantsOf(
    'server/identity/sessions/invite-acceptance.ts',
    tests('principals-and-credentials', 'session-opening', 'rejected-unlocks'),
    [
      [
        'an invite used up though it opens nothing',
        '  wipePrincipalKeys(readPrincipal(core, row, parsePrincipalKey(cloneSecret(principalKey))));\n',
        '',
      ],
      ['invites never end', ' || Date.parse(row.invite_expires_at) <= core.clock.nowMs()', ''],
      [
        'an invite used twice',
        "if (!principals.deleteWrap(row.principal_id, 'invite')) throw stale;",
        "principals.deleteWrap(row.principal_id, 'invite');",
      ],
      [
        'weak passphrases',
        '  await assertStrongPassphrase(row.principal_id, passphrase, [name, row.display_name]);\n',
        '',
      ],
    ],
  ),
  ...mutantsOf('server/identity/sessions/change-secrets.ts', tests('change-secrets'), [
    ['any current passphrase', 'await limiter.run(aim, () => assertCurrent(actor, given));', ''],
    ['no current passphrase', '!isRecovery(live.opened_by)', 'false'],
    [
      'guesses without delay',
      'await limiter.run(aim, () => assertCurrent(actor, given));',
      'await assertCurrent(actor, given);',
    ],
  ]),
  ...mutantsOf(
    'server/identity/sessions/sessions-service.ts',
    tests('session-life', 'principals-and-credentials', 'session-opening'),
    [
      ['programs lock everybody', "all && live.kind !== 'person'", 'false'],
      ['sessions outlive their credential', 'Math.min(sessionEnd, credentialEnd)', 'sessionEnd'],
      ['anybody lists sessions', '      requireAdmin(actor);\n      const rows', '      const rows'],
      ['anybody ends sessions', '      requireAdmin(actor);\n      const live', '      const live'],
      ['passive reads keep it awake', 'if (!passive) touch(live);', 'touch(live);'],
      ['keys stay after a lock', '      unlocked.release(live.principal_id, live.session_id);\n', ''],
    ],
  ),
  ...mutantsOf('server/identity/core/unlock-principal.ts', tests('tampering'), [
    ['keys of groups one left', '!group?.members.has(member_id) || ', 'group === undefined || '],
    [
      'the disabled unlock',
      '  if (known.disabled)\n    throw new VaultError(',
      '  if (false)\n    throw new VaultError(',
    ],
    ['planted grants', '    if (!isAnnounced) throw new CryptoError();\n', ''],
  ]),
  ...mutantsOf('server/identity/groups/key-rotation.ts', tests('rotation', 'rotation-restart'), [
    [
      'grants of old generations stay',
      'if (!keepOldKeys) membership.deleteGrantsBefore(securityGroupId, generation);',
      '',
    ],
    [
      'old keys go with damaged rows',
      'finish(securityGroupId, generation, left > 0 || isOneMissing);',
      'finish(securityGroupId, generation, isOneMissing);',
    ],
    [
      'a generation nobody signed',
      'job.generation === ledger.state().groups.get(securityGroupId)?.generation;',
      'job.generation !== null;',
    ],
    [
      'a second departure is forgotten',
      'if (isRepeatDue) rotations.insert(securityGroupId, nowInstant(clock));',
      '',
    ],
    [
      'a rotation half done is forgotten with its row',
      'if (!isDue && !isHalfDone) continue;',
      'if (!isDue) continue;',
    ],
    [
      'editors rotate',
      "const mayRotate = role === 'owner' || (principal.is_admin && role !== undefined);",
      'const mayRotate = role !== undefined;',
    ],
  ]),
  ...mutantsOf(
    'server/http/gate/rate-limit.ts',
    ['test/server/http/rate-limit.test.ts'],
    [['a clock set back', 'Math.abs(nowMs - counter.windowStartMs)', 'nowMs - counter.windowStartMs']],
  ),
];
