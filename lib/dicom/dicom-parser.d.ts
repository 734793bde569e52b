/** Declares members of dicom-parser that its own types lack. */
declare module 'dicom-parser' {
  const DataSet: new (
    byteArrayParser: ByteArrayParser,
    byteArray: ByteArray,
    elements: Readonly<Record<string, Element>>,
  ) => DataSet;
}
