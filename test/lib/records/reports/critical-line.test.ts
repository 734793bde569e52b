import { describe, expect, test } from 'vitest';
import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import {
  criticalBeside,
  criticalLine,
  criticalLines,
  isCriticalLine,
  withOffset,
} from '#records/reports/critical-line.ts';
import { criticalFor, readCritical, withCritical } from '#records/reports/critical-result.ts';

const told: CriticalResult = {
  category: 'red',
  finding: 'Tension pneumothorax right',
  found_at: '2026-05-12T07:00:00.000Z',
  told_whom: 'Dr Stand, surgery',
  how: 'phone',
  told_at: '2026-05-12T09:10:00.000+02:00',
  told_by: 'Dr A. Roe',
  read_back: true,
};

describe('criticalLine', () => {
  test('says what was found, who was told, how, when by the clock that was read, by whom, and read back', () => {
    expect(criticalLine(told, 'en')).toBe(
      'Critical result: Tension pneumothorax right. Told Dr Stand, surgery by telephone, 12 May 2026 09:10, by Dr A. Roe; read back.',
    );
    expect(criticalLine({ ...told, how: 'person', read_back: false }, 'de')).toBe(
      'Kritischer Befund: Tension pneumothorax right. Mitgeteilt an Dr Stand, surgery, persönlich, 12.5.2026 09:10, von Dr A. Roe; nicht rückbestätigt.',
    );
  });

  test.each([
    [
      'es',
      'Resultado crítico: Tension pneumothorax right. Comunicado a Dr Stand, surgery por teléfono, 12/5/2026 09:10, por Dr A. Roe; confirmado por repetición.',
    ],
    [
      'fr',
      'Résultat critique : Tension pneumothorax right. Communiqué à Dr Stand, surgery par téléphone, 12/5/2026 09:10, par Dr A. Roe; confirmé par répétition.',
    ],
    [
      'pt',
      'Resultado crítico: Tension pneumothorax right. Comunicado a Dr Stand, surgery por telefone, 12/5/2026 09:10, por Dr A. Roe; confirmado por repetição.',
    ],
  ] as const)('in %s', (language, line) => {
    expect(criticalLine(told, language)).toBe(line);
    expect(isCriticalLine(line)).toBe(true);
  });

  test('says the zone of an instant without an offset, and nobody where nobody is recorded', () => {
    const { told_by: _, ...unsaid } = told;
    expect(criticalLine({ ...unsaid, told_at: '2026-05-12T07:10:00.000Z' }, 'en')).toContain(
      'by telephone, 12 May 2026 07:10 UTC; read back.',
    );
  });

  test('is not written before anybody was told', () => {
    expect(criticalLine(undefined, 'en')).toBeUndefined();
    expect(criticalLine({ ...told, told_whom: '' }, 'en')).toBeUndefined();
    expect(criticalLines({ ...told, told_at: '' })).toEqual([]);
  });

  test('is known by its lead in both languages', () => {
    for (const line of criticalLines(told)) expect(isCriticalLine(line)).toBe(true);
    expect(isCriticalLine('Critical results were told.')).toBe(false);
  });
});

describe('criticalBeside', () => {
  const attributes = withCritical(null, told, 'p1');

  test('returns what the text does not say, and nothing where it says exactly that', () => {
    expect(criticalBeside(attributes, 'p1', 'No finding.')).toMatchObject({ told_whom: 'Dr Stand, surgery' });
    expect(criticalBeside(attributes, 'p1', `Impression\n${criticalLine(told, 'de')}`)).toBeUndefined();
  });

  test('returns a line that was read back only after the text was signed', () => {
    const text = criticalLine({ ...told, read_back: false }, 'en') ?? '';
    expect(criticalBeside(attributes, 'p1', text)).toMatchObject({ read_back: true });
  });

  test('says nothing of what was told of another patient', () => {
    expect(criticalBeside(attributes, 'p2', '')).toBeUndefined();
  });
});

describe('told_by', () => {
  test('moves with what was told to the former patient, and comes back with it', () => {
    const recorded = readCritical(withCritical(null, told, 'p1'));
    const moved = recorded && criticalFor(recorded, 'p2');
    expect(moved).not.toHaveProperty('told_by');
    expect(moved?.told_before).toMatchObject([{ told_by: 'Dr A. Roe', patient_id: 'p1' }]);
    expect(moved && criticalFor(moved, 'p1')).toMatchObject({ told_by: 'Dr A. Roe' });
  });
});

describe('withOffset', () => {
  test('is the same instant', () => {
    const instant = '2026-05-12T07:10:00.000Z';
    expect(withOffset(instant)).toMatch(/[+-]\d{2}:\d{2}$/);
    expect(new Date(withOffset(instant)).toISOString()).toBe(instant);
  });
});
