import {
  currentBearer,
  errorFromStorage,
  NetworkError,
  recoverSession,
  referenceIn,
  supabaseConfig,
  toAppError,
  type AppError,
} from '@helpdesk/supabase'
import * as texts from '../api/texts'

export interface SendFileOptions {
  /** Receives the fraction sent, 0 to 1. */
  onProgress?: (share: number) => void
  /** Cancels the upload, which then fails with a NetworkError of code `aborted`. */
  signal?: AbortSignal
}

/** Long enough for 5 MB over a very slow connection. */
const TIMEOUT_MS = 5 * 60_000

interface Answer {
  status: number
  text: string
  /** Of the request, in the server's logs. */
  reference: string | undefined
}

const aborted = () => new NetworkError(texts.uploadCancelled, { code: 'aborted' })

function refusal({ status, text, reference }: Answer): AppError {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // A gateway may answer with an HTML page.
  }
  return Object.assign(errorFromStorage(status, body), { reference })
}

const isStored = ({ status }: Answer) => status >= 200 && status <= 299

/** Not by name: browsers complain about a header that the page may not read. */
const headersOf = (xhr: XMLHttpRequest) =>
  new Headers(
    xhr
      .getAllResponseHeaders()
      .split('\r\n')
      .flatMap((line) => {
        const end = line.indexOf(':')
        return end > 0 ? [[line.slice(0, end), line.slice(end + 1).trim()] as [string, string]] : []
      }),
  )

/** XMLHttpRequest, because fetch reports no upload progress. */
function sendByXhr(url: string, headers: Record<string, string>, body: Blob, options: SendFileOptions) {
  return new Promise<Answer>((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const lost = () => reject(new NetworkError(texts.connectionLost, { code: 'network' }))
    const abort = () => xhr.abort()
    xhr.open('POST', url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.timeout = TIMEOUT_MS
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) options.onProgress?.(loaded / total)
    }
    xhr.onload = () =>
      resolve({ status: xhr.status, text: xhr.responseText, reference: referenceIn(headersOf(xhr)) })
    xhr.onerror = lost
    xhr.ontimeout = lost
    xhr.onabort = () => reject(aborted())
    xhr.onloadend = () => options.signal?.removeEventListener('abort', abort)
    options.signal?.addEventListener('abort', abort)
    xhr.send(body)
  })
}

/** For Node, which has no XMLHttpRequest. Reports no progress. */
async function sendByFetch(
  url: string,
  headers: Record<string, string>,
  body: Blob,
  { signal }: SendFileOptions,
): Promise<Answer> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: signal ?? null })
    const reference = referenceIn(response.headers)
    return { status: response.status, text: await response.text(), reference }
  } catch (error) {
    if (signal?.aborted) throw aborted()
    throw toAppError(error)
  }
}

/**
 * Uploads a file to a bucket as the signed-in user and never overwrites an object. When the session has expired it
 * waits, like every other request, until the session is renewed.
 * @param object `{bucket}/{path}`
 * @throws AppError NetworkError without a response, ConflictError when the path is taken, else Storage's refusal
 */
export async function sendFile(
  object: string,
  body: Blob,
  contentType: string,
  options: SendFileOptions = {},
): Promise<void> {
  const signal = options.signal ?? null
  const { url, publishableKey } = supabaseConfig()
  const transport = typeof XMLHttpRequest === 'function' ? sendByXhr : sendByFetch
  const send = (bearer: string | null): Promise<Answer> => {
    if (signal?.aborted) throw aborted()
    const headers = {
      apikey: publishableKey,
      'content-type': contentType,
      // Served with the file: the next account of the device must not read it from the browser's cache.
      'cache-control': 'private, no-cache',
      'x-upsert': 'false',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    return transport(`${url}/storage/v1/object/${object}`, headers, body, options)
  }

  let bearer = await currentBearer()
  if (!bearer && (await renewed(null, signal))) bearer = await currentBearer()
  let answer = await send(bearer)
  if (!isStored(answer) && refusal(answer).status === 401 && (await renewed(bearer, signal))) {
    answer = await send(await currentBearer())
  }
  if (!isStored(answer)) throw refusal(answer)
}

const renewed = (bearer: string | null, signal: AbortSignal | null) =>
  recoverSession(bearer, signal).catch((error: unknown) => {
    throw signal?.aborted ? aborted() : error
  })
