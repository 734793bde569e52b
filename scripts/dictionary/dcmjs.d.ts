/** What is taken of a package that comes without types: its dictionary of attributes. */
declare module 'dcmjs' {
  const dcmjs: {
    readonly data: {
      readonly DicomMetaDictionary: {
        /** By keyword; the tag is written `(gggg,eeee)`. */
        readonly nameMap: Readonly<Record<string, { readonly tag: string; readonly vr: string }>>;
      };
    };
  };
  export default dcmjs;
}
