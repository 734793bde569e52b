import type { TFunction } from 'i18next';
import type { OpenFinding } from '#contract/maintenance/backups.ts';

export function findingWords({ code }: OpenFinding, t: TFunction): string {
  const words: Readonly<Record<string, string>> = t('evidence.found', { returnObjects: true });
  return words[code] ?? t('evidence.found.other');
}

export function adviceWords({ code }: OpenFinding, t: TFunction): string {
  const words: Readonly<Record<string, string>> = t('evidence.foundAdvice', { returnObjects: true });
  return words[code] ?? t('evidence.foundAdvice.other');
}

export function subjectWords({ title, id }: OpenFinding, t: TFunction): string {
  return title ?? id ?? t('evidence.wholeVault');
}
