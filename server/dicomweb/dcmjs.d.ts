/** What the vault takes of a package that comes without types: its dictionary of attributes. */
declare module 'dcmjs' {
  const dcmjs: {
    readonly data: {
      readonly DicomMetaDictionary: {
        /** By tag, `(gggg,eeee)`. */
        readonly dictionary: Readonly<Record<string, { readonly vr?: string } | undefined>>;
      };
    };
  };
  export default dcmjs;
}
