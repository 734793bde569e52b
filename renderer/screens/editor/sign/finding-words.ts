/** The sentences of the sign gate: findings come as codes, so that they read in the interface's language. */
import type { TFunction } from 'i18next';
import { shortDay } from '#renderer/messages/dates.ts';
import type { QualityCode, QualityFinding } from '#report/checks/quality-finding.ts';

interface FindingWords {
  readonly title: string;
  readonly text: string;
}

export function findingWords(finding: QualityFinding, t: TFunction): FindingWords {
  const { code, params, severity } = finding;
  if (code === 'field_unfilled') {
    return {
      title: t('review.gate.field_unfilled', { label: params['label'] ?? '' }),
      text: t(severity === 'block' ? 'review.gate.demanded' : 'review.gate.asked'),
    };
  }
  if (code === 'side_mismatch') {
    return {
      title: t('review.gate.side_mismatch'),
      text: t('review.gate.side_mismatchText', {
        part: t(params['part'] === 'title' ? 'review.gate.partTitle' : 'review.gate.partImpression'),
        side: t(params['side'] === 'left' ? 'review.gate.sideLeft' : 'review.gate.sideRight'),
        against: t(againstKey(params['against'])),
      }),
    };
  }
  if (code === 'sex_organ_mismatch') {
    const sex = t(params['sex'] === 'male' ? 'common.male' : 'common.female');
    return {
      title: t('review.gate.sex_organ_mismatch'),
      text: t('review.gate.sex_organ_mismatchText', { word: params['word'] ?? '', sex }),
    };
  }
  if (code === 'exam_date_in_future') {
    const date = params['date'] ? shortDay(`${params['date']}T00:00:00.000Z`) : '';
    return {
      title: t('review.gate.exam_date_in_future'),
      text: t('review.gate.exam_date_in_futureText', { date }),
    };
  }
  return {
    title: t(`review.gate.${code}`, { label: params['label'] ?? '' }),
    text: t(`review.gate.${code}Text`, {
      text: params['text'] ?? '',
      word: params['word'] ?? '',
      min: params['min'] ?? '',
      max: params['max'] ?? '',
    }),
  };
}

function againstKey(against: string | undefined) {
  if (against === 'findings') return 'review.gate.partFindings' as const;
  return against === 'impression'
    ? ('review.gate.partImpression' as const)
    : ('review.gate.partText' as const);
}

const CHECKS = {
  fields: ['field_unfilled'],
  numbers: ['field_not_a_number', 'field_out_of_range'],
  impression: ['impression_missing', 'impression_empty'],
  unit: ['unit_missing'],
  zero: ['leading_zero_missing'],
  date: ['exam_date_in_future'],
  sex: ['sex_organ_mismatch'],
  side: ['side_mismatch'],
  placeholder: ['placeholder_left'],
  findings: ['finding_not_in_impression'],
} as const satisfies Readonly<Record<string, readonly QualityCode[]>>;

const CHECK_NAMES = [
  'fields',
  'numbers',
  'impression',
  'unit',
  'zero',
  'date',
  'sex',
  'side',
  'placeholder',
  'findings',
] as const satisfies readonly (keyof typeof CHECKS)[];

/** The checks that found nothing. */
export function passedChecks(findings: readonly QualityFinding[], t: TFunction): string[] {
  const found = new Set<string>(findings.map((finding) => finding.code));
  return CHECK_NAMES.filter((name) => !CHECKS[name].some((code) => found.has(code))).map((name) =>
    t(`review.gate.passed.${name}`),
  );
}
