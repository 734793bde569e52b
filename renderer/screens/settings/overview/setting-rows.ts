/** The rows of the overview: where each leads, and under which heading it stands. */
import type { Section, SettingGroup } from '#renderer/screens/settings/settings-sections.ts';

interface SettingRow {
  readonly id: string;
  readonly group: SettingGroup;
  readonly to: readonly string[];
  /** The row is shown to those who see this settings section; without one, to every person. */
  readonly section?: Section;
}

export const SETTING_ROWS = [
  { id: 'look', group: 'me', to: ['settings', 'appearance'] },
  { id: 'language', group: 'me', to: ['settings', 'appearance'] },
  { id: 'lock', group: 'me', to: ['settings', 'security'] },
  { id: 'name', group: 'practice', to: ['settings', 'workspace'] },
  { id: 'letterhead', group: 'practice', to: ['settings', 'letterhead'] },
  { id: 'templates', group: 'practice', to: ['templates'] },
  { id: 'people', group: 'people', to: ['settings', 'people'], section: 'people' },
  { id: 'groups', group: 'people', to: ['settings', 'groups'] },
  { id: 'sessions', group: 'people', to: ['settings', 'security'], section: 'people' },
  { id: 'receiver', group: 'connections', to: ['settings', 'receiver'], section: 'receiver' },
  { id: 'outbox', group: 'connections', to: ['settings', 'outbox'] },
  { id: 'sdk', group: 'connections', to: ['settings', 'sdk'] },
  { id: 'travel', group: 'connections', to: ['settings', 'travel'], section: 'travel' },
  { id: 'place', group: 'connections', to: ['settings', 'place'], section: 'place' },
  { id: 'backup', group: 'safety', to: ['settings', 'backup'], section: 'backup' },
  { id: 'audit', group: 'safety', to: ['settings', 'audit'], section: 'audit' },
  { id: 'findings', group: 'safety', to: ['settings', 'backup'], section: 'backup' },
  { id: 'version', group: 'about', to: ['settings', 'about'] },
] as const satisfies readonly SettingRow[];

export type SettingRowId = (typeof SETTING_ROWS)[number]['id'];
