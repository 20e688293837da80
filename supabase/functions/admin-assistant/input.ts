import { z } from 'zod'
import { HttpError } from '../_shared/http-error.ts'
import { LIMITS } from './limits.ts'
import * as texts from './texts.ts'

const messageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().min(1).max(LIMITS.storedMessage),
  timestamp: z.union([z.string(), z.number()]),
})
const bodySchema = z.object({
  messages: z.array(messageSchema).max(200),
  newUserMessage: z.string().trim().min(1, texts.messageEmpty).max(LIMITS.message, texts.messageTooLong),
})

interface Turn {
  role: 'user' | 'assistant'
  content: string
}

export interface Question {
  text: string
  /** The latest turns before the question, oldest first. */
  history: Turn[]
}

/** The latest turns within the limits, starting with one of the admin. */
function recent(turns: Turn[]): Turn[] {
  let remaining: number = LIMITS.historyCharacters
  let first = turns.length
  while (first > Math.max(0, turns.length - LIMITS.history)) {
    remaining -= turns[first - 1]?.content.length ?? 0
    if (remaining < 0) break
    first -= 1
  }
  const kept = turns.slice(first)
  const start = kept.findIndex(({ role }) => role === 'user')
  return start < 0 ? [] : kept.slice(start)
}

async function readText(request: Request): Promise<string> {
  const contentLength = Number(request.headers.get('content-length') ?? 0)
  if (contentLength > LIMITS.body) throw new HttpError(413, 'too_large', 'The conversation is too long')
  const text = await request.text()
  if (text.length > LIMITS.body) throw new HttpError(413, 'too_large', 'The conversation is too long')
  return text
}

/** @throws HttpError 400 or 413 */
export async function readQuestion(request: Request): Promise<Question> {
  const text = await readText(request)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new HttpError(400, 'invalid', 'The request is not JSON')
  }
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const isQuestionIssue = issue?.path[0] === 'newUserMessage' && issue.code !== 'invalid_type'
    throw new HttpError(
      400,
      'invalid',
      isQuestionIssue ? issue.message : 'messages and newUserMessage are expected',
    )
  }
  const { messages, newUserMessage } = parsed.data
  const turns = messages.map(({ role, content }) => ({ role, content }))
  // Some clients append the question to the history.
  const last = turns.at(-1)
  if (last?.role === 'user' && last.content.trim() === newUserMessage) turns.pop()
  return { text: newUserMessage, history: recent(turns) }
}
