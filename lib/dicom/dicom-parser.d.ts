/** What dicom-parser has at run time and its own types leave out. */
declare module 'dicom-parser' {
  const DataSet: new (
    byteArrayParser: ByteArrayParser,
    byteArray: ByteArray,
    elements: Readonly<Record<string, Element>>,
  ) => DataSet;
}
