/**
 * Where servers put the id of a request: this product's own and the platform's. Those that the page may not read, as CORS
 * decides, are missing.
 */
const HEADERS = ['x-request-id', 'sb-request-id', 'cf-ray']
/** Failures that may still be on their way through a client library. */
const CAPACITY = 20

const recent: { message: string; reference: string | undefined }[] = []

/** The id by which the request of an answer is found in the server's logs. */
export function referenceIn(headers: Pick<Headers, 'get'>): string | undefined {
  for (const name of HEADERS) {
    const value = headers.get(name)
    if (value) return value
  }
  return undefined
}

/** The message that the client libraries take from the body of a failure. */
function messageIn(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return body
    for (const name of ['msg', 'message', 'error_description', 'error']) {
      const value: unknown = Reflect.get(parsed, name)
      if (typeof value === 'string') return value
    }
  } catch {
    // a gateway's page
  }
  return body
}

/** Remembers the id of a failed request, or that it has none, because the client libraries make errors without the headers. */
export async function rememberReference(response: Response): Promise<void> {
  if (response.ok) return
  const reference = referenceIn(response.headers)
  const body = await response
    .clone()
    .text()
    .catch(() => '')
  recent.unshift({ message: messageIn(body), reference })
  recent.length = Math.min(recent.length, CAPACITY)
}

/** The id of the last failure with that message. Two that fail alike at once may be mixed up: either helps. */
export const recallReference = (message: string): string | undefined =>
  recent.find((failure) => failure.message === message)?.reference
