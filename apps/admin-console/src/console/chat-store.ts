import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { askAssistant, chatFailureText } from '../api/ask-assistant'
import { CHAT_STORE, readHistory, writeHistory } from '../model/chat-history'
import { storable, type ChatMessage, type Proposal } from '../model/assistant'
import { hasSignedOut } from '@helpdesk/auth'
import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { toast } from '@helpdesk/ui'
import { atom, getDefaultStore } from 'jotai'
import * as texts from './texts'

/** The answer being written. */
interface Pending {
  question: ChatMessage
  text: string
  proposals: Proposal[]
  /** The tool in use; null once text follows. */
  tool: string | null
}
export interface Chat {
  userId: string
  messages: ChatMessage[]
  pending: Pending | null
  /** Why the last question failed; cleared by the next one. */
  error: string | null
}

const emptyChat: Chat = { userId: '', messages: [], pending: null, error: null }
/** The conversation. Outlives the page, so that an answer continues while the admin reads a ticket. */
export const chatAtom = atom<Chat>(emptyChat)

let running: AbortController | undefined
const store = getDefaultStore()
const change = (part: Partial<Chat>) => store.set(chatAtom, (chat) => ({ ...chat, ...part }))

const stored = (): string | null => localStore.read(CHAT_STORE)

/** Edits the stored history, which another tab may have changed. */
function updateHistory(userId: string, edit: (messages: ChatMessage[]) => ChatMessage[]): ChatMessage[] {
  const messages = edit(readHistory(stored(), userId))
  if (hasSignedOut(userId)) return messages
  const written = localStore.write(CHAT_STORE, writeHistory(stored(), userId, messages))
  // Without storage the conversation lasts until the page is reloaded.
  return written ? messages : edit(store.get(chatAtom).messages)
}

/** Opens a user's conversation and aborts the previous user's. */
export function openChat(userId: string): void {
  if (store.get(chatAtom).userId === userId) return
  running?.abort()
  store.set(chatAtom, { ...emptyChat, userId, messages: readHistory(stored(), userId) })
}

/** Call when another tab has written the history. */
export function rereadChat(): void {
  const { userId } = store.get(chatAtom)
  if (userId) change({ messages: readHistory(stored(), userId) })
}

export function clearChat(): void {
  running?.abort()
  const { userId } = store.get(chatAtom)
  change({ messages: updateHistory(userId, () => []), pending: null, error: null })
}

/** Aborts the answer being written and keeps the received part. */
export const stopChat = (): void => running?.abort()

const FLUSH_MS = 50
const now = () => new Date(serverNow()).toISOString()

/** @returns whether the question was answered. Failures show a toast and set the chat's error. */
export async function sendMessage(content: string): Promise<boolean> {
  const { userId, messages, pending } = store.get(chatAtom)
  if (pending) return false
  const question: ChatMessage = { role: 'user', content, timestamp: now() }
  const control = new AbortController()
  running = control
  const isCurrent = () => running === control && store.get(chatAtom).userId === userId
  const grow = (part: (pending: Pending) => Partial<Pending>) => {
    const { pending: current } = store.get(chatAtom)
    if (isCurrent() && current) change({ pending: { ...current, ...part(current) } })
  }
  // Models stream word by word: batch the renders.
  let buffer = ''
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(flushTimer)
    flushTimer = undefined
    const more = buffer
    buffer = ''
    if (more) grow(({ text }) => ({ text: text + more, tool: null }))
  }
  const add = (text: string, rest: Partial<ChatMessage>) => {
    const answer = storable({ role: 'assistant', content: text, timestamp: now(), ...rest })
    change({ messages: updateHistory(userId, (all) => [...all, question, answer]) })
  }
  change({ pending: { question, text: '', proposals: [], tool: null }, error: null })
  try {
    const { reply, proposals } = await askAssistant(
      { messages, text: content, signal: control.signal },
      {
        onText: (more) => {
          buffer += more
          flushTimer ??= setTimeout(flush, FLUSH_MS)
        },
        onWorking: (tool) => {
          flush()
          grow(() => ({ tool }))
        },
        onProposal: (proposal) => grow(({ proposals: all }) => ({ proposals: [...all, proposal] })),
      },
    )
    if (!isCurrent()) return false
    add(reply || texts.noAnswer, proposals.length > 0 ? { proposals } : {})
    return true
  } catch (error) {
    if (!isCurrent()) return false
    if (!control.signal.aborted) return fail(error)
    flush()
    const { text, proposals } = store.get(chatAtom).pending ?? { text: '', proposals: [] }
    if (!text && proposals.length === 0) return false
    add(text || texts.stopped, { stopped: true, ...(proposals.length > 0 && { proposals }) })
    return true
  } finally {
    clearTimeout(flushTimer)
    if (isCurrent()) change({ pending: null })
    if (running === control) running = undefined
  }
}

function fail(error: unknown): false {
  const text = chatFailureText(error)
  console.error('The assistant did not answer:', error)
  toast({ title: texts.error, description: text, type: 'error' })
  change({ error: text })
  return false
}
