/** First lines of an object's text: title, patient, study, and what the document says of itself. */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { conceptOf, oneLine } from './coded-concept.ts';
import type { TextLines } from './text-lines.ts';
import { dateText, dateTimeText, nameText, timeText } from './value-text.ts';

/** Adds the lines; values that the file does not state are left out. */
export function addHead(lines: TextLines, dataset: DicomDataset, title: string): void {
  lines.add(0, title);
  lines.add(0, '='.repeat(Math.min(title.length, 72)));
  const line = (name: string, ...parts: (string | undefined)[]) => {
    const known = parts.filter((part) => part !== undefined && part !== '');
    if (known.length > 0) lines.add(0, `${name}: ${oneLine(known.join(', '))}`);
  };
  const text = (tag: string) => dataset.text(tag);
  line('Patient', named(text('x00100010')), text('x00100020'), born(text('x00100030')), text('x00100040'));
  line('Study', moment(dataset, 'x00080020', 'x00080030'), text('x00081030'));
  line('Accession number', text('x00080050'));
  line('Series', text('x00200011'), text('x0008103e'));
  line('Institution', text('x00080080'));
  line('Referring physician', named(text('x00080090')));
  line('Device', text('x00080070'), text('x00081090'));
  line('Content', moment(dataset, 'x00080023', 'x00080033'));
  line('Completion', text('x0040a491'), text('x0040a492'));
  line('Verification', text('x0040a493'));
  for (const observer of dataset.items('x0040a073')) {
    const at = observer.text('x0040a030');
    line(
      'Verified by',
      named(observer.text('x0040a075')),
      observer.text('x0040a027'),
      at === undefined ? undefined : dateTimeText(at),
      conceptOf(observer, 'x0040a088'),
    );
  }
}

function named(name: string | undefined): string | undefined {
  return name === undefined ? undefined : nameText(name);
}

function born(date: string | undefined): string | undefined {
  return date === undefined ? undefined : `born ${dateText(date)}`;
}

function moment(dataset: DicomDataset, dateTag: string, timeTag: string): string | undefined {
  const date = dataset.text(dateTag);
  const time = dataset.text(timeTag);
  const parts = [date && dateText(date), time && timeText(time)].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}
