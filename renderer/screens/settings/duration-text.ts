import type { TFunction } from 'i18next';
import { count } from '#renderer/messages/numbers.ts';

/** Formats seconds as whole minutes or hours. */
export function durationWords(seconds: number, t: TFunction): string {
  if (seconds % 86_400 === 0) {
    const days = seconds / 86_400;
    return t('settings.days', { count: days, number: count(days) });
  }
  if (seconds % 3600 === 0) {
    const hours = seconds / 3600;
    return t('settings.hours', { count: hours, number: count(hours) });
  }
  const minutes = Math.max(1, Math.round(seconds / 60));
  return t('settings.minutes', { count: minutes, number: count(minutes) });
}

/** Returns the usual choices plus the value in force. */
export function withCurrent(steps: readonly number[], current: number): number[] {
  return [...new Set([...steps, current])].sort((a, b) => a - b);
}
