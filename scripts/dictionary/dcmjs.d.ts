/** Types for the part of dcmjs that is used: its attribute dictionary. */
declare module 'dcmjs' {
  const dcmjs: {
    readonly data: {
      readonly DicomMetaDictionary: {
        /** Attributes by keyword; the tag is written `(gggg,eeee)`. */
        readonly nameMap: Readonly<Record<string, { readonly tag: string; readonly vr: string }>>;
      };
    };
  };
  export default dcmjs;
}
