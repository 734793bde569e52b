import { describe, expect, test } from 'vitest';
import { newestRelease, notesOf, withRelease } from '#scripts/releasing/changelog.ts';

const BEFORE = '# Changelog\n\n## Unreleased\n\n- What stood here.\n\n## 0.7.0\n\n- Old.\n';
const NOW = { version: '0.8.0', day: '2026-11-27' };

describe('withRelease', () => {
  test('puts fragments and what stood under «Unreleased» under the version', () => {
    const text = withRelease(BEFORE, ['- Added: One.\n', '- Fixed: Two.\n'], NOW);
    expect(text).toBe(
      '# Changelog\n\n## Unreleased\n\n## [0.8.0] - 2026-11-27\n\n### Added\n\n- One.\n\n### Changed\n\n- What stood here.\n\n### Fixed\n\n- Two.\n\n## 0.7.0\n\n- Old.\n',
    );
    expect(newestRelease(text)).toBe('0.8.0');
    expect(notesOf(text, '0.8.0')).toBe(
      '### Added\n\n- One.\n\n### Changed\n\n- What stood here.\n\n### Fixed\n\n- Two.\n',
    );
  });

  test('refuses a fragment that is no list of bullets', () => {
    expect(() => withRelease(BEFORE, ['### Changed\n'], NOW)).toThrow(/no bullet/);
  });

  test('refuses a release in which nothing has changed', () => {
    const released = withRelease(BEFORE, [], NOW);
    expect(() => withRelease(released, ['\n'], NOW)).toThrow(/Nothing has changed/);
  });

  test('the newest release is the first heading with a version', () => {
    expect(newestRelease(BEFORE)).toBe('0.7.0');
    expect(newestRelease('# Changelog\n')).toBeUndefined();
  });
});
