import { markdownToHtml, markdownToText, plainToHtml } from '../_shared/mail-markdown.ts'
import { isTimeout, type RunTask, type Task } from '../_shared/task.ts'
import { describe } from './describe.ts'
import type { Notification } from './notification.ts'

/** A message as it is written into a mail. */
export interface Rendered {
  text: string
  html: string
}

export interface MailTexts {
  message: Rendered
  /** Of each earlier message. */
  history: Rendered[]
}

export const renderMessages = (messages: readonly string[]): Rendered[] =>
  messages.map((message) => ({ text: markdownToText(message), html: markdownToHtml(message) }))

const renderMessagesTask: Task<[readonly string[]], Rendered[]> = {
  module: import.meta.url,
  name: renderMessages.name,
  run: renderMessages,
}

const sourcesOf = (row: Notification) => [describe(row).body.trim(), ...row.history.map(({ text }) => text.trim())]

function asTexts([message = { text: '', html: '' }, ...history]: readonly Rendered[]): MailTexts {
  return { message, history }
}

/** The texts of a notification's mail. */
export const textsOf = (row: Notification): MailTexts => asTexts(renderMessages(sourcesOf(row)))

/** The same, by `run`. Messages that take too long are sent as they were typed: the mail does not wait for them. */
export async function renderTexts(row: Notification, run: RunTask): Promise<MailTexts> {
  const sources = sourcesOf(row)
  return asTexts(
    await run(renderMessagesTask, sources).catch((error: unknown) => {
      if (!isTimeout(error)) console.error(`send-notifications: a message is sent as it was typed: ${String(error)}`)
      return sources.map((text) => ({ text, html: plainToHtml(text) }))
    }),
  )
}
