import { expect, type Locator, type Page } from '@playwright/test'
import { db } from './factories'

// The split view keeps the neighbours' pages, hidden.
export const box = (page: Page) =>
  page
    .locator('[placeholder="Add a comment..."], [aria-placeholder="Add a comment..."]')
    .filter({ visible: true })

/** Expects the text of a box, whether a plain one or the editor stands there. */
export const expectText = (written: Locator, text: string) =>
  expect
    .poll(() =>
      written.evaluate((element) =>
        element instanceof HTMLTextAreaElement
          ? element.value
          : [...element.children].map((line) => line.textContent).join('\n'),
      ),
    )
    .toBe(text)
export const send = (page: Page) =>
  page.getByRole('button', { name: 'Send', exact: true }).filter({ visible: true })

/** A ticket's comments in the database, oldest first. */
export const commentsOf = async (ticket: string): Promise<string[]> =>
  (
    await db<{ content: string }[]>`
      select content from public.comments where ticket_id = ${ticket} order by created_at`
  ).map(({ content }) => content)

/** Names of a ticket's files in the database. */
export const filesOf = async (ticket: string): Promise<string[]> =>
  (
    await db<{ file_name: string }[]>`
      select file_name from public.attachments where ticket_id = ${ticket} order by file_name`
  ).map(({ file_name }) => file_name)
