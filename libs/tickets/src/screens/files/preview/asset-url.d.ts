/** The URL of an asset of the build. */
declare module '*?url' {
  const url: string
  export default url
}
