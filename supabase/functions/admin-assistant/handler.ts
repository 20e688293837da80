import { answerByRules } from './builtin.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { deskOf, takeTurn } from './desk.ts'
import { toServerSent, type Emit, type Proposal } from './events.ts'
import { readQuestion, type Question } from './input.ts'
import { Refusal } from './refusal.ts'
import { restOf, type Rest } from './rest.ts'
import { modelSettings, timeLimit, type Environment } from './settings.ts'

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Expose-Headers': 'retry-after',
  'Cache-Control': 'no-store',
}
const FAILED = 'Failed to get response from AI assistant'

function refuse({ status, message, code, retryAfter }: Refusal): Response {
  const headers = retryAfter ? { ...cors, 'Retry-After': String(retryAfter) } : cors
  return Response.json({ error: message, code }, { status, headers })
}

/** Unexpected failures are reported without their reason. */
function refusalOf(error: unknown): Refusal {
  const known = error instanceof Refusal ? error : new Refusal(500, 'assistant_failed', FAILED)
  if (known.status >= 500) console.error(`admin-assistant: ${known.code}`, known === error ? '' : nameOf(error))
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
  rest: Rest,
  env: Environment,
  emit: Emit,
  signal: AbortSignal,
): Promise<Answer> {
  const desk = deskOf(rest)
  const proposals: Proposal[] = []
  const settings = modelSettings(env)
  if (!settings) {
    const work = { desk, emit, proposals, now: Date.now() }
    const text = await answerByRules(question.text, work).catch((error: unknown) => {
      throw signal.aborted ? new Refusal(504, 'timeout', 'The assistant took too long to answer.') : error
    })
    return { reply: text, proposals }
  }
  // Loaded when there is a model to talk to.
  const { askModel } = await import('./model.ts')
  return { reply: await askModel({ settings, question, desk, emit, proposals, signal }), proposals }
}

type Work = (emit: Emit) => Promise<Answer>

/** The answer as it comes: events, the last of which is `done` or `error`. A reader who goes stops the work. */
function stream(work: Work, deadline: Deadline): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let open = true
      const emit: Emit = (event) => {
        try {
          if (open) controller.enqueue(encoder.encode(toServerSent(event)))
        } catch {
          open = false
        }
      }
      // Padding, so that proxies do not buffer the first event.
      controller.enqueue(encoder.encode(`: ${' '.repeat(1024)}\n\n`))
      try {
        emit({ type: 'done', ...(await work(emit)) })
      } catch (error) {
        const { message, code } = refusalOf(error)
        emit({ type: 'error', error: message, code })
      }
      deadline.clear()
      try {
        controller.close()
      } catch {
        // the reader has closed it
      }
    },
    cancel: deadline.stop,
  })
  const headers = { ...cors, 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }
  return new Response(body, { headers })
}

/**
 * Answers an admin's question about the helpdesk, with the admin's own rights.
 *
 * Takes POST `{ messages: [{ role: 'user' | 'assistant', content, timestamp }], newUserMessage }`, the public key as
 * `apikey` and the user's token as bearer. Answers `{ reply }` (with `proposals` when there are any) or
 * `{ error, code }` with status 400, 401, 403, 405, 413, 429 (with `Retry-After`), 500, 502, 503 or 504. With
 * `Accept: text/event-stream` it answers 200 and events instead, see {@link AssistantEvent}; what is refused before
 * the work begins is refused as above.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
  try {
    if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Use POST')
    const { SUPABASE_URL: url, SUPABASE_ANON_KEY: apikey } = env
    if (!url || !apikey) throw new Refusal(500, 'not_configured', FAILED)
    const bearer = request.headers.get('authorization') ?? ''
    if (!/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(bearer))
      throw new Refusal(401, 'not_authenticated', 'Not authenticated')
    const question = await readQuestion(request)
    const deadline = startDeadline(timeLimit(env), request)
    try {
      const rest = restOf(url, apikey, bearer, deadline.signal)
      await takeTurn(rest)
      const work: Work = (emit) => reply(question, rest, env, emit, deadline.signal)
      if (request.headers.get('accept')?.includes('text/event-stream')) return stream(work, deadline)
      const { reply: text, proposals } = await work(() => {})
      deadline.clear()
      return Response.json(proposals.length > 0 ? { reply: text, proposals } : { reply: text }, { headers: cors })
    } catch (error) {
      deadline.clear()
      throw error
    }
  } catch (error) {
    return refuse(refusalOf(error))
  }
}
