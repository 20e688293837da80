/** The URL of a worker's script in the build. */
declare module '*?worker&url' {
  const url: string
  export default url
}
