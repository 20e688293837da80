import type { Page } from '@playwright/test'
import { expect } from './portal'

export const createButton = (page: Page) => page.getByRole('button', { name: 'Create Ticket' })

/** Opens the form and fills it in without sending. */
export async function writeTicket(page: Page, subject: string): Promise<void> {
  await page.goto('/tickets/new')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Description').fill('What happened, in more than ten characters.')
}

/** Number of tickets with that subject in My Tickets. */
export async function countInList(page: Page, subject: string): Promise<number> {
  await page.goto(`/tickets?q=${encodeURIComponent(subject)}`)
  await expect(page.getByRole('link', { name: subject }).first()).toBeVisible()
  return page.getByRole('link', { name: subject }).count()
}

/** A subject that no other run uses. */
export const uniqueSubject = (text: string): string =>
  `${text} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
