import type { Page } from '@playwright/test'

/** All that a page asks the backend's database. */
const BACKEND = '**/rest/v1/**'

/**
 * Ends the page's network with its next new comment. Nothing may be answered after that: an answer would tell the page
 * that it is back online, and reading the ticket again would show whether the comment arrived.
 * @param arrives whether the comment reaches the server before
 * @returns brings the network back
 */
export async function loseComment(page: Page, arrives: boolean): Promise<() => Promise<void>> {
  const comments = '**/rest/v1/comments*'
  await page.route(comments, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // Before the comment arrives: its live message has the ticket read again.
    await page.route(BACKEND, (each) => each.abort())
    if (arrives) await route.fetch()
    await route.abort()
  })
  return async () => {
    await page.unroute(comments)
    await page.unroute(BACKEND)
  }
}
