import { type Mutant, mutantsOf } from '#lanes/mutation/mutant.ts';

const tests = (...names: string[]): string[] => names.map((name) => `test/renderer/state/${name}.test.ts`);

export const STATE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('renderer/state/session/session-store.ts', tests('session/session-store.server'), [
    ['an expired session still saves', "const canSave = reason !== 'expired';", 'const canSave = true;'],
    ['what was shown stays', '  runWipe();\n', ''],
    ['the client keeps its session', '  renewClient();\n', ''],
    ['two locks at once', "if (useSession.getState().phase !== 'unlocked') return locking;", ''],
    ['a gone session is asked', "lock('expired');", "lock('asked');"],
    ['a stopped server keeps it open', '.session.lock()\n      .catch(() => undefined);', '.session.lock();'],
  ]),
  ...mutantsOf('renderer/state/record-cache/record-cache.ts', tests('directory.server'), [
    ['late pages after a wipe', 'if (startedIn !== era) return;\n      let news', 'let news'],
    ['a row changed meanwhile is read over', '        if (touched.has(row.id)) continue;\n', ''],
    ['one page of news only', 'if (onlyNew && news === 0) break;', 'if (onlyNew) break;'],
    ['a refresh after a wipe', 'if (startedIn === era) await once(', 'await once('],
    ['everything twice', 'running ??= read(', 'running = read('],
    ['rows stay after a wipe', '    use.setState(nothing);\n', ''],
  ]),
  ...mutantsOf('renderer/state/record-cache/record-row.ts', tests('directory.server'), [
    ['flags change unseen', '    a.is_archived === b.is_archived &&\n', ''],
    ['drafts change unseen', '    a.has_draft === b.has_draft &&\n', ''],
  ]),
  ...mutantsOf(
    'renderer/state/session/lock-hooks.ts',
    ['test/renderer/lock-hooks.test.ts'],
    [
      ['one failing hook stops the lock', 'Promise.allSettled(', 'Promise.all('],
      [
        'a slow hook keeps it open',
        'await Promise.race([all, new Promise((resolve) => setTimeout(resolve, HOOKS_MAX_MS))]);',
        'await all;',
      ],
    ],
  ),
  ...mutantsOf('renderer/state/session/idle-clock.ts', tests('session/idle-clock.server'), [
    ['past the longest session', 'Math.min(idleEnd, end) - AHEAD_MS', 'idleEnd - AHEAD_MS'],
    ['after the server has locked', ' - AHEAD_MS - Date.now()', ' - Date.now()'],
    ['stays though it cannot', 'canStay: idleEnd <= end', 'canStay: true'],
    [
      'every key is a request',
      'if (quiet > Math.min(TOUCH_EVERY_MS, idleMs / 4)) stayUnlocked();',
      'stayUnlocked();',
    ],
  ]),
  ...mutantsOf(
    'renderer/state/unsaved/unsaved-text-stash.ts',
    ['test/renderer/unsaved-text-stash.test.ts'],
    [
      [
        "another person's text",
        'if (!entry || entry.principal_id !== principalId) return undefined;',
        'if (!entry) return undefined;',
      ],
      ['a newer text is dropped', 'if (held.get(slot) === entry) held.delete(slot);', 'held.delete(slot);'],
      ['taken twice', '  if (value !== undefined) held.delete(slot);\n', ''],
    ],
  ),
  ...mutantsOf('renderer/state/preferences-store.ts', tests('preferences-store.server'), [
    [
      'other preferences are lost',
      '{ ...usePreferences.getState().values, [key]: value }',
      '{ [key]: value }',
    ],
    ['they stay after a wipe', 'onWipe(() => usePreferences.setState(EMPTY));', ''],
  ]),
  ...mutantsOf('renderer/state/unsaved/clipboard.ts', tests('small-stores'), [
    ['copied text stays after a lock', 'beforeLock(clearCopied);', ''],
    ["another program's text is cleared", 'if (current === ours)', 'if (true)'],
  ]),
  ...mutantsOf('renderer/state/toast-store.ts', tests('small-stores'), [
    ['notices pile up', 'toasts.slice(-2)', 'toasts'],
    ['notices stay after a wipe', 'onWipe(() => useToasts.setState({ toasts: [] }));', ''],
  ]),
];
