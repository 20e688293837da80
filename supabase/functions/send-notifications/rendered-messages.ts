import { mailColors } from '../_shared/mail-colors.ts'
import { markdownToHtml, markdownToText, plainToHtml } from '../_shared/mail-markdown.ts'
import { isTimeout, type RunTask, type Task } from '../_shared/task.ts'
import { describe } from './describe.ts'
import type { Notification } from './notification.ts'

/** A message as it is written into a mail. */
export interface Rendered {
  text: string
  html: string
}

export interface RenderedMessages {
  message: Rendered
  /** Of each earlier message. */
  history: Rendered[]
}

/** @param color - of links */
export const renderMessages = (messages: readonly string[], color: string): Rendered[] =>
  messages.map((message) => ({ text: markdownToText(message), html: markdownToHtml(message, color) }))

const renderMessagesTask: Task<[readonly string[], string], Rendered[]> = {
  module: import.meta.url,
  name: renderMessages.name,
  run: renderMessages,
}

const linkColor = ({ workspace }: Notification) => mailColors(workspace.accent).link
const sourcesOf = (row: Notification) => [
  describe(row).body.trim(),
  ...row.history.map(({ text }) => text.trim()),
]

function inOrder([message = { text: '', html: '' }, ...history]: readonly Rendered[]): RenderedMessages {
  return { message, history }
}

/** The messages of a notification's mail. */
export const messagesOf = (row: Notification): RenderedMessages =>
  inOrder(renderMessages(sourcesOf(row), linkColor(row)))

/** The same, by `run`. Messages that take too long are sent as they were typed: the mail does not wait for them. */
export async function renderMessagesOf(row: Notification, run: RunTask): Promise<RenderedMessages> {
  const sources = sourcesOf(row)
  return inOrder(
    await run(renderMessagesTask, sources, linkColor(row)).catch((error: unknown) => {
      if (!isTimeout(error))
        console.error(`send-notifications: a message is sent as it was typed: ${String(error)}`)
      return sources.map((text) => ({ text, html: plainToHtml(text) }))
    }),
  )
}
