/** The part of the hosted runtime that the functions use. */
declare namespace Deno {
  function serve(handler: (request: Request) => Promise<Response>): void
  const env: { toObject(): Record<string, string> }
}
