import { type Mutant, mutantsOf } from '#lanes/mutation/mutant.ts';

const tests = (...names: string[]): string[] => names.map((name) => `test/sdk/${name}.test.ts`);

export const SDK_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('sdk/http/retry.ts', tests('retry'), [
    ['502 repeated though not repeatable', 'error.status === 502 && repeatable', 'error.status === 502'],
    [
      'broken off, repeated though not repeatable',
      '!error.permanent && (error.unsent || repeatable)',
      '!error.permanent',
    ],
    ['permanent failures repeated', '!error.permanent && ', ''],
    ['waits for an hour', '(error.retry_after ?? 0) <= RETRY_AFTER_MAX_SECONDS', 'true'],
    ['Retry-After not kept', 'return asked + jitter;', 'return jitter;'],
  ]),
  ...mutantsOf('sdk/http/call.ts', tests('retry', 'client'), [
    ['POSTs without a key repeated', 'call.route.idempotent_key === true', 'true'],
    ['PATCHes repeated', "call.route.method !== 'PATCH'", 'true'],
  ]),
  ...mutantsOf('sdk/http/session-manager.ts', tests('session'), [
    ['a lock by hand is undone', 'if (held || options', 'if (options'],
    ['each opens its own', 'opening ??= open()', 'opening = open()'],
    [
      'a fresh bearer is renewed',
      'current === stale || current === undefined ? openOnce(options.open) : current',
      'openOnce(options.open)',
    ],
    ['any 401 opens', ' || !RENEWABLE.has(error.code)', ''],
  ]),
  ...mutantsOf('sdk/resources/optimistic-update.ts', tests('edit'), [
    ['any failure edits again', '!isAnotherWriter(error) || ', ''],
    ['written over', 'expected_latest_version_id: view.version_id', 'expected_latest_version_id: null'],
    ['one attempt more', 'attempt >= maxAttempts', 'attempt > maxAttempts'],
  ]),
  ...mutantsOf('sdk/http/deadline.ts', tests('retry', 'client', 'live'), [
    ['an abort as a time-out', '      if (userSignal?.aborted) return new APIUserAbortError();\n', ''],
    ['transfers are late', '      timer = arm();\n    },\n    stop', '    },\n    stop'],
  ]),
  ...mutantsOf('sdk/http/lists/page-list.ts', tests('lists'), [
    ['the limit is passed', '      if (items.length >= limit) break;\n', ''],
    ['one page only', 'while (page.next_cursor !== null)', 'while (false)'],
  ]),
  ...mutantsOf('sdk/drive/download.ts', tests('drive', 'live'), [
    ['a wrong hash passes', 'options.sha256 !== undefined && digest !== options.sha256', 'false'],
    ['another file goes on', "if ((current.answer.header('etag') ?? undefined) === etag) return;", 'return;'],
    [
      'an early end passes',
      "if (loaded < size) throw new APIConnectionError('The file ended early. Download it again.');",
      'if (loaded < size) break;',
    ],
  ]),
  ...mutantsOf('sdk/drive/resumable-upload.ts', tests('drive', 'no-mixture'), [
    ['a part of another file counts', '(await hash.digest()) === held.sha256', 'true'],
  ]),
];
