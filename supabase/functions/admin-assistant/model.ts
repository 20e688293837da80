import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { stepCountIs, streamText } from 'ai'
import type { Desk } from './desk.ts'
import type { Emit, Proposal } from './events.ts'
import { failureOf, unreadable } from './failures.ts'
import type { Question } from './input.ts'
import { LIMITS } from './limits.ts'
import { fenceOf, systemPrompt } from './prompt.ts'
import { toolsOf } from './tools.ts'

export interface ModelSettings {
  baseURL: string
  apiKey: string | undefined
  model: string
  outputTokens: number
}

interface AskOptions {
  settings: ModelSettings
  question: Question
  desk: Desk
  emit: Emit
  proposals: Proposal[]
  /** Ends the work: the time limit, or the admin who stops. */
  signal: AbortSignal
}

Reflect.set(globalThis, 'AI_SDK_LOG_WARNINGS', false)

const CUT = '\n\n*The answer was cut off at its length limit.*'
const room = LIMITS.storedMessage - CUT.length

/**
 * Lets the model answer, with the tools.
 * @returns the reply, 1 to 10,000 characters of Markdown
 * @throws Refusal
 */
export async function askModel(options: AskOptions): Promise<string> {
  const { settings, question, desk, emit, proposals, signal } = options
  const mark = crypto.randomUUID().slice(0, 13)
  const stop = new AbortController()
  const pass = () => stop.abort(signal.reason)
  if (signal.aborted) pass()
  signal.addEventListener('abort', pass, { once: true })
  const provider = createOpenAICompatible({
    name: 'assistant',
    baseURL: settings.baseURL,
    apiKey: settings.apiKey,
  })
  let reply = ''
  const say = (text: string) => {
    reply += text
    emit({ type: 'delta', text })
  }
  try {
    const { fullStream } = streamText({
      model: provider.chatModel(settings.model),
      system: systemPrompt(mark, new Date()),
      messages: [...question.history, { role: 'user' as const, content: question.text }],
      tools: toolsOf({ desk, fence: fenceOf(mark), emit, proposals }),
      stopWhen: stepCountIs(LIMITS.steps),
      maxOutputTokens: settings.outputTokens,
      maxRetries: LIMITS.retries,
      abortSignal: stop.signal,
      // Failures come as parts of the stream; the default would print them, provider's text and all.
      onError: () => {},
    })
    let gap = false
    for await (const part of fullStream) {
      if (part.type === 'text-start') gap = reply !== ''
      else if (part.type === 'text-delta') {
        const text = gap ? `\n\n${part.text}` : part.text
        gap = false
        // What is over the limit could not be kept: the model need not go on.
        if (reply.length + text.length > LIMITS.storedMessage) {
          reply = (reply + text).slice(0, room)
          say(CUT)
          break
        }
        say(text)
      } else if (part.type === 'tool-call') emit({ type: 'working', tool: part.toolName })
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') signal.throwIfAborted()
      else if (part.type === 'tool-error') throwIfFatal(part.error)
      else if (part.type === 'finish' && part.finishReason === 'length' && reply.length <= room) say(CUT)
    }
  } catch (error) {
    throw signal.aborted ? failureOf(signal.reason) : failureOf(error)
  } finally {
    signal.removeEventListener('abort', pass)
    stop.abort()
  }
  if (!reply.trim() && proposals.length > 0) say('I have prepared this for you to decide on.')
  if (!reply.trim()) throw unreadable()
  return reply
}

/** The model may correct an invalid tool call, but not a missing session. */
function throwIfFatal(error: unknown): void {
  if (error instanceof Error && 'status' in error && error.status === 401) throw error
}
