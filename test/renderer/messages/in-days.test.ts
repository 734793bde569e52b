// @vitest-environment jsdom
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { inDays } from '#renderer/messages/dates.ts';

test.each([
  ['en', 'in 365 days', 'in 1 day'],
  ['de', 'in 365 Tagen', 'in 1 Tag'],
  ['es', 'dentro de 365 días', 'dentro de 1 día'],
  ['fr', 'dans 365 jours', 'dans 1 jour'],
  ['pt', 'em 365 dias', 'em 1 dia'],
])('a distance in days in %s', async (language, many, one) => {
  await i18next.init({ lng: language });
  expect([inDays(365), inDays(1)]).toEqual([many, one]);
});
