import { describe, expect, test } from 'vitest';
import { standardVr } from '#dicom/parse/dictionary.ts';
import { attributesOfDcmjs } from '#scripts/dictionary/build-dictionary.ts';

describe('standardVr', () => {
  test('says of every attribute what dcmjs says', () => {
    const others = [...attributesOfDcmjs()].filter(([tag, vr]) => standardVr(tag) !== vr);
    expect(others).toEqual([]);
    expect(attributesOfDcmjs().size).toBeGreaterThan(5000);
  });

  test('knows groups that repeat, group lengths and who reserved private elements', () => {
    expect(standardVr('60020010')).toBe('US');
    expect(standardVr('601e3000')).toBe('OB or OW');
    expect(standardVr('50043000')).toBe('OB or OW');
    expect(standardVr('50fe2500')).toBe('LO');
    expect(standardVr('00203145')).toBe('CS');
    expect(standardVr('7f020010')).toBe('OB or OW');
    expect(standardVr('00180000')).toBe('UL');
    expect(standardVr('00290010')).toBe('LO');
  });

  test('knows nothing of private attributes and of those nobody defined', () => {
    expect(standardVr('00291010')).toBeUndefined();
    expect(standardVr('60011010')).toBeUndefined();
    expect(standardVr('00089999')).toBeUndefined();
  });
});
