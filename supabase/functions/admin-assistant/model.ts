import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { stepCountIs, streamText } from 'ai'
import type { Emit, Proposal } from './events.ts'
import { modelError, unreadableAnswer } from './failures.ts'
import type { HelpdeskApi } from './helpdesk-api.ts'
import type { Question } from './input.ts'
import { LIMITS } from './limits.ts'
import { createFence, systemPrompt } from './prompt.ts'
import * as texts from './texts.ts'
import { createTools } from './tools.ts'

export interface ModelSettings {
  baseURL: string
  apiKey: string | undefined
  model: string
  outputTokens: number
}

interface AskOptions {
  settings: ModelSettings
  question: Question
  api: HelpdeskApi
  emit: Emit
  proposals: Proposal[]
  /** Aborted by the time limit or when the admin stops the answer. */
  signal: AbortSignal
}

Reflect.set(globalThis, 'AI_SDK_LOG_WARNINGS', false)

const TRUNCATED = `\n\n${texts.truncated}`
const maxReply = LIMITS.storedMessage - TRUNCATED.length

/**
 * Asks the model, which may call the tools.
 * @returns the reply, 1 to 10,000 characters of Markdown
 * @throws HttpError
 */
export async function askModel(options: AskOptions): Promise<string> {
  const { settings, question, api, emit, proposals, signal } = options
  const fenceId = crypto.randomUUID().slice(0, 13)
  const stop = new AbortController()
  const abort = () => stop.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  const provider = createOpenAICompatible({
    name: 'assistant',
    baseURL: settings.baseURL,
    apiKey: settings.apiKey,
  })
  let reply = ''
  const append = (text: string) => {
    reply += text
    emit({ type: 'delta', text })
  }
  try {
    const { fullStream } = streamText({
      model: provider.chatModel(settings.model),
      system: systemPrompt(fenceId, new Date()),
      messages: [...question.history, { role: 'user' as const, content: question.text }],
      tools: createTools({ api, fence: createFence(fenceId), emit, proposals }),
      stopWhen: stepCountIs(LIMITS.steps),
      maxOutputTokens: settings.outputTokens,
      maxRetries: LIMITS.retries,
      abortSignal: stop.signal,
      // Errors arrive as parts of the stream; the default handler would log the provider's text.
      onError: () => {},
    })
    let startsParagraph = false
    for await (const part of fullStream) {
      if (part.type === 'text-start') startsParagraph = reply !== ''
      else if (part.type === 'text-delta') {
        const text = startsParagraph ? `\n\n${part.text}` : part.text
        startsParagraph = false
        // A longer reply could not be stored, so the model is stopped.
        if (reply.length + text.length > LIMITS.storedMessage) {
          reply = (reply + text).slice(0, maxReply)
          append(TRUNCATED)
          break
        }
        append(text)
      } else if (part.type === 'tool-call') emit({ type: 'working', tool: part.toolName })
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') signal.throwIfAborted()
      else if (part.type === 'tool-error') throwIfFatal(part.error)
      else if (part.type === 'finish' && part.finishReason === 'length' && reply.length <= maxReply)
        append(TRUNCATED)
    }
  } catch (error) {
    throw signal.aborted ? modelError(signal.reason) : modelError(error)
  } finally {
    signal.removeEventListener('abort', abort)
    stop.abort()
  }
  if (!reply.trim() && proposals.length > 0) append(texts.prepared)
  if (!reply.trim()) throw unreadableAnswer()
  return reply
}

/** The model may correct an invalid tool call, but not a missing session. */
function throwIfFatal(error: unknown): void {
  if (error instanceof Error && 'status' in error && error.status === 401) throw error
}
