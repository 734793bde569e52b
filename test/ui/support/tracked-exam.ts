/** Exam with a critical result and recommended follow-ups, for both tracker lists. */

/** Formatted as `YYYY-MM-DD`. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

export function followUp(text: string, due: string) {
  const made = { made_by: 'Dr A. Roe', made_at: `${daysFromNow(-40)}T10:00:00.000Z` };
  return { follow_up_id: text, text, due, whose: 'Dr A. Roe', ...made, moved: [], done: null };
}

/** Record with a follow-up 12 days overdue, and `others`. */
export function trackedRecord(others: readonly object[]) {
  return {
    title: 'CT angiography of the pulmonary arteries',
    modality: 'CT',
    exam_date: daysFromNow(-2),
    custom_attributes: {
      report: { status: 'final' },
      critical_result: {
        category: 'red',
        finding: 'Pulmonary embolism',
        found_at: `${daysFromNow(-2)}T10:00:00.000Z`,
      },
      follow_ups: [
        followUp('Low dose CT in 6 months, nodule of 7 mm in the right upper lobe', daysFromNow(-12)),
        ...others,
      ],
    },
  };
}
