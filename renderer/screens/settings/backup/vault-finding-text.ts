import type { TFunction } from 'i18next';
import type { StandingFinding } from '#contract/maintenance/backups.ts';

export function findingWords({ code }: StandingFinding, t: TFunction): string {
  const words: Readonly<Record<string, string>> = t('evidence.found', { returnObjects: true });
  return words[code] ?? t('evidence.found.other');
}

export function adviceWords({ code }: StandingFinding, t: TFunction): string {
  const words: Readonly<Record<string, string>> = t('evidence.foundAdvice', { returnObjects: true });
  return words[code] ?? t('evidence.foundAdvice.other');
}

export function subjectWords({ title, id }: StandingFinding, t: TFunction): string {
  return title ?? id ?? t('evidence.wholeVault');
}
