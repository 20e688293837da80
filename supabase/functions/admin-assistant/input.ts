import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { Refusal } from './refusal.ts'

const messageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().min(1).max(LIMITS.storedMessage),
  timestamp: z.union([z.string(), z.number()]),
})
const bodySchema = z.object({
  messages: z.array(messageSchema).max(200),
  newUserMessage: z
    .string()
    .trim()
    .min(1, 'Message cannot be empty')
    .max(LIMITS.message, 'Message cannot exceed 1000 characters'),
})

interface Turn {
  role: 'user' | 'assistant'
  content: string
}

export interface Question {
  text: string
  /** The end of the conversation so far, oldest first, without the question. */
  history: Turn[]
}

/** The newest turns that fit, beginning with one of the admin's. */
function recent(turns: Turn[]): Turn[] {
  let room: number = LIMITS.historyCharacters
  let first = turns.length
  while (first > Math.max(0, turns.length - LIMITS.history)) {
    room -= turns[first - 1]?.content.length ?? 0
    if (room < 0) break
    first -= 1
  }
  const kept = turns.slice(first)
  const start = kept.findIndex(({ role }) => role === 'user')
  return start < 0 ? [] : kept.slice(start)
}

async function readText(request: Request): Promise<string> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > LIMITS.body) throw new Refusal(413, 'too_large', 'The conversation is too long')
  const text = await request.text()
  if (text.length > LIMITS.body) throw new Refusal(413, 'too_large', 'The conversation is too long')
  return text
}

/** @throws Refusal 400 or 413 */
export async function readQuestion(request: Request): Promise<Question> {
  const text = await readText(request)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'invalid', 'The request is not JSON')
  }
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) {
    const wrong = parsed.error.issues[0]
    const own = wrong?.path[0] === 'newUserMessage' && wrong.code !== 'invalid_type'
    throw new Refusal(400, 'invalid', own ? wrong.message : 'messages and newUserMessage are expected')
  }
  const { messages, newUserMessage } = parsed.data
  const turns = messages.map(({ role, content }) => ({ role, content }))
  // A client may already have put the question at the end of its list.
  const last = turns.at(-1)
  if (last?.role === 'user' && last.content.trim() === newUserMessage) turns.pop()
  return { text: newUserMessage, history: recent(turns) }
}
