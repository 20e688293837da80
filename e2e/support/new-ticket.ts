import type { Page } from '@playwright/test'
import { expect } from './portal'

export const createButton = (page: Page) => page.getByRole('button', { name: 'Create Ticket' })

/** Opens the form and writes a ticket into it; nothing is sent. */
export async function writeTicket(page: Page, subject: string): Promise<void> {
  await page.goto('/tickets/new')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Description').fill('What happened, in more than ten characters.')
}

export const textFile = (name: string, bytes = 12) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'x'),
})

/** Number of tickets with that subject in My Tickets. */
export async function countInList(page: Page, subject: string): Promise<number> {
  await page.goto(`/tickets?q=${encodeURIComponent(subject)}`)
  await expect(page.getByRole('link', { name: subject }).first()).toBeVisible()
  return page.getByRole('link', { name: subject }).count()
}

/** A subject that no other run has used. */
export const unique = (text: string): string =>
  `${text} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
