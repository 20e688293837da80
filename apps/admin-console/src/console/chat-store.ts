import { askAssistant, chatFailureText } from '../api/ask-assistant'
import { CHAT_STORE, readHistory, writeHistory } from '../model/chat-history'
import { storable, type ChatMessage, type Proposal } from '../model/assistant'
import { hasSignedOut } from '@helpdesk/auth'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { toast } from '@helpdesk/ui'
import { atom, getDefaultStore } from 'jotai'

/** The answer that is being written. */
interface Pending {
  question: ChatMessage
  text: string
  proposals: Proposal[]
  /** What is being looked up, as long as nothing has been said since. */
  tool: string | null
}
export interface Chat {
  userId: string
  messages: ChatMessage[]
  pending: Pending | null
  /** Why the last question was not answered; kept until the next one. */
  error: string | null
}

const emptyChat: Chat = { userId: '', messages: [], pending: null, error: null }
/** The conversation. It lives apart from the page, so that an answer goes on while the admin looks at a ticket. */
export const chatAtom = atom<Chat>(emptyChat)

let running: AbortController | undefined
const store = getDefaultStore()
const change = (part: Partial<Chat>) => store.set(chatAtom, (chat) => ({ ...chat, ...part }))

const stored = (): string | null => localStore.read(CHAT_STORE)

/** Adds to what is kept, which another tab may have added to meanwhile. */
function keep(userId: string, edit: (messages: ChatMessage[]) => ChatMessage[]): ChatMessage[] {
  const messages = edit(readHistory(stored(), userId))
  if (hasSignedOut(userId)) return messages
  const written = localStore.write(CHAT_STORE, writeHistory(stored(), userId, messages))
  // Without storage the conversation lives as long as the page.
  return written ? messages : edit(store.get(chatAtom).messages)
}

/** Opens that person's conversation; the one of whoever was here before ends. */
export function openChat(userId: string): void {
  if (store.get(chatAtom).userId === userId) return
  running?.abort()
  store.set(chatAtom, { ...emptyChat, userId, messages: readHistory(stored(), userId) })
}

/** Another tab has written the history. */
export function rereadChat(): void {
  const { userId } = store.get(chatAtom)
  if (userId) change({ messages: readHistory(stored(), userId) })
}

export function clearChat(): void {
  running?.abort()
  const { userId } = store.get(chatAtom)
  change({ messages: keep(userId, () => []), pending: null, error: null })
}

/** Ends the answer that is being written; what has arrived of it stays. */
export const stopChat = (): void => running?.abort()

const FLUSH_MS = 50
const now = () => new Date().toISOString()

/** @returns whether the question was answered; a failure is told, and kept in the chat */
export async function sendMessage(content: string): Promise<boolean> {
  const { userId, messages, pending } = store.get(chatAtom)
  if (pending) return false
  const question: ChatMessage = { role: 'user', content, timestamp: now() }
  const control = new AbortController()
  running = control
  const mine = () => running === control && store.get(chatAtom).userId === userId
  const grow = (part: (pending: Pending) => Partial<Pending>) => {
    const { pending: sofar } = store.get(chatAtom)
    if (mine() && sofar) change({ pending: { ...sofar, ...part(sofar) } })
  }
  // A model says a word at a time: the page takes them by the handful.
  let said = ''
  let due: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(due)
    due = undefined
    const more = said
    said = ''
    if (more) grow(({ text }) => ({ text: text + more, tool: null }))
  }
  const add = (text: string, rest: Partial<ChatMessage>) => {
    const answer = storable({ role: 'assistant', content: text, timestamp: now(), ...rest })
    change({ messages: keep(userId, (all) => [...all, question, answer]) })
  }
  change({ pending: { question, text: '', proposals: [], tool: null }, error: null })
  try {
    const { reply, proposals } = await askAssistant(
      { messages, text: content, signal: control.signal },
      {
        onText: (more) => {
          said += more
          due ??= setTimeout(flush, FLUSH_MS)
        },
        onWorking: (tool) => {
          flush()
          grow(() => ({ tool }))
        },
        onProposal: (proposal) => grow(({ proposals: all }) => ({ proposals: [...all, proposal] })),
      },
    )
    if (!mine()) return false
    add(reply || 'No answer.', proposals.length > 0 ? { proposals } : {})
    return true
  } catch (error) {
    if (!mine()) return false
    if (!control.signal.aborted) return fail(error)
    flush()
    const { text, proposals } = store.get(chatAtom).pending ?? { text: '', proposals: [] }
    if (!text && proposals.length === 0) return false
    add(text || 'Stopped.', { stopped: true, ...(proposals.length > 0 && { proposals }) })
    return true
  } finally {
    clearTimeout(due)
    if (mine()) change({ pending: null })
    if (running === control) running = undefined
  }
}

function fail(error: unknown): false {
  const text = chatFailureText(error)
  console.error('The assistant did not answer:', error)
  toast({ title: 'Error', description: text, type: 'error' })
  change({ error: text })
  return false
}
