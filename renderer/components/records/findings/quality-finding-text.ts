/** Translates the findings of the sign gate from codes into sentences of the interface language. */
import type { TFunction } from 'i18next';
import { shortDay } from '#renderer/messages/dates.ts';
import { OF_ADDENDUM } from '#report/checks/addendum-checks.ts';
import { FOUND_BY, type QualityCheck, type QualityFinding } from '#report/checks/quality-finding.ts';

interface FindingWords {
  readonly title: string;
  readonly text: string;
}

export function findingWords(finding: QualityFinding, t: TFunction): FindingWords {
  const { code, params, severity } = finding;
  const isOfAddendum = params['of'] === OF_ADDENDUM.of;
  if (code === 'field_unfilled') {
    return {
      title: t('review.gate.field_unfilled', { label: params['label'] ?? '' }),
      text: t(severity === 'block' ? 'review.gate.demanded' : 'review.gate.asked'),
    };
  }
  if (
    code === 'defaults_untouched' ||
    code === 'normals_not_reviewed' ||
    code === 'optional_open' ||
    code === 'copied_not_looked' ||
    code === 'copied_of_then' ||
    code === 'value_empty' ||
    code === 'today_empty'
  ) {
    const count = Number(params['count'] ?? 0);
    return {
      title: t(`review.gate.${code}`, { count }),
      text: t(`review.gate.${code}Text`, { label: params['label'] ?? '', word: params['word'] ?? '' }),
    };
  }
  if (code === 'side_mismatch') {
    return {
      title: t('review.gate.side_mismatch'),
      text: t('review.gate.side_mismatchText', {
        part: t(
          params['part'] === 'title'
            ? 'review.gate.partTitle'
            : isOfAddendum
              ? 'review.gate.partAddendum'
              : 'review.gate.partImpression',
        ),
        side: t(sideKey(params['side'] === 'left')),
        other: t(sideKey(params['side'] !== 'left')),
        against: t(isOfAddendum ? againstAddendumKey(params['against']) : againstKey(params['against'])),
      }),
    };
  }
  if (code === 'finding_side_mismatch') {
    return {
      title: t('review.gate.side_mismatch'),
      text: t(isOfAddendum ? 'review.gate.addendumSideText' : 'review.gate.finding_side_mismatchText', {
        word: params['word'] ?? '',
        side: t(sideKey(params['side'] === 'left')),
        other: t(sideKey(params['side'] !== 'left')),
      }),
    };
  }
  if (isOfAddendum && code === 'size_contradicted') {
    const [word, text, expected] = [params['word'] ?? '', params['text'] ?? '', params['expected'] ?? ''];
    return {
      title: t('review.gate.addendumSize'),
      text: t('review.gate.addendumSizeText', { word, text, expected }),
    };
  }
  if (isOfAddendum && code === 'place_mismatch') {
    const [word, text, expected] = [params['word'] ?? '', params['text'] ?? '', params['expected'] ?? ''];
    return {
      title: t('review.gate.place_mismatch'),
      text: t('review.gate.addendumPlaceText', { word, text, expected }),
    };
  }
  if (isOfAddendum && code === 'finding_contradicted') {
    return {
      title: t('review.gate.addendumContradicts'),
      text: t('review.gate.addendumContradictsText', { word: params['word'] ?? '' }),
    };
  }
  if (code === 'sex_organ_mismatch') {
    const sex = t(params['sex'] === 'male' ? 'common.male' : 'common.female');
    return {
      title: t('review.gate.sex_organ_mismatch'),
      text: t('review.gate.sex_organ_mismatchText', { word: params['word'] ?? '', sex }),
    };
  }
  if (code === 'identity_mismatch') {
    return {
      title: t('review.gate.identity_mismatch'),
      text: t('review.gate.identity_mismatchText', {
        text: params['text'] ?? '',
        expected: expectedOf(params['kind'], params['expected'] ?? '', t),
      }),
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
    title: t(`review.gate.${code}`, { label: params['label'] ?? '', word: params['word'] ?? '' }),
    text: t(`review.gate.${code}Text`, {
      text: params['text'] ?? '',
      word: params['word'] ?? '',
      min: params['min'] ?? '',
      max: params['max'] ?? '',
      expected: params['expected'] ?? '',
      other: params['other'] ?? '',
    }),
  };
}

function expectedOf(kind: string | undefined, expected: string, t: TFunction): string {
  if (kind === 'birth') return shortDay(`${expected.slice(0, 10)}T00:00:00.000Z`);
  if (kind === 'age') return t('review.gate.ageAtExam', { count: Number(expected) });
  if (kind === 'sex') return t(expected === 'male' ? 'common.male' : 'common.female');
  return expected;
}

/** The addendum is its own text; what it adds to is signed. */
function againstAddendumKey(against: string | undefined) {
  return against === 'findings'
    ? ('review.gate.againstSigned' as const)
    : ('review.gate.againstAddendum' as const);
}

function againstKey(against: string | undefined) {
  if (against === 'findings') return 'review.gate.partFindings' as const;
  return against === 'impression'
    ? ('review.gate.againstImpression' as const)
    : ('review.gate.partText' as const);
}

function sideKey(isLeft: boolean) {
  return isLeft ? ('review.gate.sideLeft' as const) : ('review.gate.sideRight' as const);
}

/** Returns the checks that had input and found no problem. */
export function passedChecks(
  findings: readonly QualityFinding[],
  applied: ReadonlySet<QualityCheck>,
  t: TFunction,
): string[] {
  const found = new Set<string>(findings.map((finding) => finding.code));
  return [...applied]
    .filter((check) => !FOUND_BY[check].some((code) => found.has(code)))
    .map((check) => t(`review.gate.passed.${check}`));
}
