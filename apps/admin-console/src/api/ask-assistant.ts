import { AppError, openFunction, referenceIn, UnknownError, z } from '@helpdesk/supabase'
import { errorText } from '@helpdesk/ui'
import { asHistory, CHAT_TEXTS, proposalSchema, type ChatMessage, type Proposal } from '../model/assistant'
import { serverSentReader, type ServerSent } from '../model/server-sent'

const replySchema = z.object({ reply: z.string(), proposals: z.optional(z.array(proposalSchema)) })
const eventSchemas = {
  delta: z.object({ text: z.string() }),
  working: z.object({ tool: z.string() }),
  proposal: z.object({ proposal: proposalSchema }),
  error: z.object({ error: z.string(), code: z.optional(z.string()), hint: z.optional(z.string()) }),
}

export interface AssistantReply {
  reply: string
  proposals: Proposal[]
}
export interface AssistantListener {
  /** Called with the next piece of the reply. */
  onText(text: string): void
  /** Called when the assistant uses a tool. */
  onWorking(tool: string): void
  onProposal(proposal: Proposal): void
}

const replyError = (message = '', code = 'no_reply', hint = '') =>
  new UnknownError(message, { code, hint, status: 200, fromServer: true })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function replyOf(value: unknown): AssistantReply {
  const parsed = z.safeParse(replySchema, value)
  if (!parsed.success) throw replyError()
  return { reply: parsed.data.reply, proposals: parsed.data.proposals ?? [] }
}

/** Passes an event to the listener. @returns the reply, on the last event */
function handleEvent({ event, data }: ServerSent, listener: AssistantListener): AssistantReply | undefined {
  const value = parseJson(data)
  if (event === 'done') return replyOf(value)
  if (event === 'error') {
    const failure = z.safeParse(eventSchemas.error, value)
    if (!failure.success) throw replyError()
    const { error, code, hint } = failure.data
    throw replyError(error, code, hint)
  }
  const delta = event === 'delta' ? z.safeParse(eventSchemas.delta, value) : undefined
  if (delta?.success) listener.onText(delta.data.text)
  const working = event === 'working' ? z.safeParse(eventSchemas.working, value) : undefined
  if (working?.success) listener.onWorking(working.data.tool)
  const proposed = event === 'proposal' ? z.safeParse(eventSchemas.proposal, value) : undefined
  if (proposed?.success) listener.onProposal(proposed.data.proposal)
  return undefined
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  listener: AssistantListener,
): Promise<AssistantReply> {
  const decoder = new TextDecoder()
  const events = serverSentReader()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      for (const event of events(done ? '\n\n' : decoder.decode(value, { stream: true }))) {
        const reply = handleEvent(event, listener)
        if (reply) return reply
      }
      if (done) throw replyError()
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

interface Question {
  messages: readonly ChatMessage[]
  text: string
  signal: AbortSignal
}

/**
 * Asks the assistant (specification, section 7.2) and streams its reply to the listener.
 * @throws AppError whose message is the response's `error` field, or empty; fetch's AbortError when aborted
 */
export async function askAssistant(
  { messages, text, signal }: Question,
  listener: AssistantListener,
): Promise<AssistantReply> {
  const response = await openFunction(
    'admin-assistant',
    { messages: asHistory(messages), newUserMessage: text },
    { accept: 'text/event-stream', signal },
  )
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (streams && response.body)
    return readEvents(response.body, listener).catch((error: unknown) => {
      if (error instanceof AppError) error.reference = referenceIn(response.headers)
      throw error
    })
  return replyOf(parseJson(await response.text()))
}

/**
 * The words for the response's code, else its error field or a fixed text, and another text without a response
 * (specification, section 8).
 */
export function chatFailureText(error: unknown): string {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status > 0)
    return errorText(error, error.message || CHAT_TEXTS.failed)
  return CHAT_TEXTS.unknown
}
