/**
 * Texts of a DICOM file to Unicode. Covers what the platform's own decoders know; a repertoire they do not
 * know is read as Latin-1, so that ASCII stays readable. Source: DICOM PS3.3 C.12.1.1.2.
 */
const LABELS: Readonly<Record<string, string>> = {
  'ISO_IR 6': 'iso-8859-1',
  'ISO_IR 100': 'iso-8859-1',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 203': 'iso-8859-15',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
  'ISO 2022 IR 13': 'shift_jis',
  'ISO 2022 IR 87': 'iso-2022-jp',
  'ISO 2022 IR 149': 'euc-kr',
  'ISO 2022 IR 58': 'gb18030',
};

/** `declared` is (0008,0005), its values joined by backslashes; the last value with a decoder decides. */
export function textDecoderFor(declared: string | undefined): (bytes: Uint8Array) => string {
  const labels = (declared ?? '')
    .split('\\')
    .map((term) => term.trim())
    .map((term) => LABELS[term] ?? LABELS[term.replace('ISO 2022 IR', 'ISO_IR')])
    .filter((label) => label !== undefined);
  const decoder = new TextDecoder(labels.at(-1) ?? 'iso-8859-1');
  return (bytes) => decoder.decode(bytes);
}
