import type { Page } from '@playwright/test'

/**
 * Keeps what others change from the page until it is read again, as if no hint had arrived. The page counts as online.
 * @returns stops that
 */
export async function withholdChanges(page: Page): Promise<() => Promise<void>> {
  const questions = '**/rpc/changes_since*'
  await page.route(questions, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({ response, json: { ...answer, reset: false, tickets: [], topics: [] } })
  })
  return () => page.unroute(questions)
}
