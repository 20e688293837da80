import { readProject } from '../_shared/api-keys.ts'
import { authenticate } from '../_shared/caller.ts'
import { corsHeaders } from '../_shared/cors.ts'
import { failedStatus, HttpError } from '../_shared/http-error.ts'
import { logError } from '../_shared/log.ts'
import { ServiceError } from '../_shared/service-api.ts'
import { answerByRules } from './builtin.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { formatEvent, type Emit, type Proposal } from './events.ts'
import { createHelpdeskApi, takeTurn } from './helpdesk-api.ts'
import { readQuestion, type Question } from './input.ts'
import { createRest, type RestClient } from './rest.ts'
import { modelSettings, timeLimit, type Environment } from './settings.ts'
import { failed } from './texts.ts'

const cors = {
  ...corsHeaders,
  'Access-Control-Expose-Headers': 'retry-after',
  'Cache-Control': 'no-store',
}

function errorResponse({ status, message, code, retryAfter }: HttpError): Response {
  const headers = retryAfter ? { ...cors, 'Retry-After': String(retryAfter) } : cors
  return Response.json({ error: message, code }, { status, headers })
}

/** Hides the reason of unexpected errors from the response and the log. */
function toHttpError(request: Request, error: unknown): HttpError {
  const other =
    error instanceof ServiceError
      ? new HttpError(failedStatus(error.status), 'database_failed', failed)
      : new HttpError(500, 'assistant_failed', failed)
  const known = error instanceof HttpError ? error : other
  if (known.status >= 500)
    logError(request, `admin-assistant: ${known.code} ${known === error ? '' : nameOf(error)}`.trimEnd())
  return known
}
const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)

interface Answer {
  reply: string
  proposals: Proposal[]
}

/** @throws Refusal */
async function reply(
  question: Question,
  rest: RestClient,
  env: Environment,
  emit: Emit,
  signal: AbortSignal,
): Promise<Answer> {
  const api = createHelpdeskApi(rest)
  const proposals: Proposal[] = []
  const settings = modelSettings(env)
  if (!settings) {
    const context = { api, emit, proposals, now: Date.now() }
    const text = await answerByRules(question.text, context).catch((error: unknown) => {
      throw signal.aborted ? new HttpError(504, 'timeout', 'The assistant took too long to answer.') : error
    })
    return { reply: text, proposals }
  }
  // Loaded on demand: deployments without a model never need the SDK.
  const { askModel } = await import('./model.ts')
  return { reply: await askModel({ settings, question, api, emit, proposals, signal }), proposals }
}

type Work = (emit: Emit) => Promise<Answer>

/** Streams the answer as events; the last one is `done` or `error`. Cancelling the stream stops the work. */
function stream(request: Request, work: Work, deadline: Deadline): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let open = true
      const emit: Emit = (event) => {
        try {
          if (open) controller.enqueue(encoder.encode(formatEvent(event)))
        } catch {
          open = false
        }
      }
      // Padding, so that proxies do not buffer the first event.
      controller.enqueue(encoder.encode(`: ${' '.repeat(1024)}\n\n`))
      try {
        emit({ type: 'done', ...(await work(emit)) })
      } catch (error) {
        const { message, code } = toHttpError(request, error)
        emit({ type: 'error', error: message, code })
      }
      deadline.clear()
      try {
        controller.close()
      } catch {
        // The reader has already closed the stream.
      }
    },
    cancel: deadline.stop,
  })
  const headers = { ...cors, 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }
  return new Response(body, { headers })
}

/**
 * Answers an admin's question about the helpdesk with the admin's rights.
 *
 * Takes POST `{ messages: [{ role: 'user' | 'assistant', content, timestamp }], newUserMessage }`, the public key as
 * `apikey` and the user's token as bearer. Answers `{ reply }` (with `proposals` when there are any) or
 * `{ error, code }` with status 400, 401, 403, 405, 413, 429 (with `Retry-After`), 500, 502, 503 or 504. With
 * `Accept: text/event-stream` it answers 200 and a stream of {@link AssistantEvent}; errors before the stream starts are
 * answered as above.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
  try {
    if (request.method !== 'POST') throw new HttpError(405, 'method_not_allowed', 'Use POST')
    const project = readProject(env)
    const { url, publishableKey } = project
    if (!url || !publishableKey) throw new HttpError(500, 'not_configured', failed)
    const { token } = await authenticate(request, project)
    const question = await readQuestion(request)
    const deadline = startDeadline(timeLimit(env), request)
    try {
      const rest = createRest(url, publishableKey, `Bearer ${token}`, deadline.signal)
      await takeTurn(rest)
      const work: Work = (emit) => reply(question, rest, env, emit, deadline.signal)
      if (request.headers.get('accept')?.includes('text/event-stream')) return stream(request, work, deadline)
      const { reply: text, proposals } = await work(() => {})
      deadline.clear()
      return Response.json(proposals.length > 0 ? { reply: text, proposals } : { reply: text }, {
        headers: cors,
      })
    } catch (error) {
      deadline.clear()
      throw error
    }
  } catch (error) {
    return errorResponse(toHttpError(request, error))
  }
}
