import type { Page } from '@playwright/test'
import { newMember, newTicket } from '../support/factories'
import { textFile } from '../support/files'
import { keptFiles } from '../support/kept-files'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, expectText, filesOf, send } from '../support/ticket-page'

const COMMENTS = '**/rest/v1/comments*'
const retry = (page: Page) => page.getByRole('button', { name: 'Retry', exact: true })

/** Opens a ticket and writes a comment with a file. */
async function write(page: Page): Promise<string> {
  const customer = await newMember('Rhea Reload')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await box(page).fill('See the file.')
  await page.locator('input[type=file]').setInputFiles(textFile('photo.txt'))
  await expect.poll(() => keptFiles(page)).toBe(1)
  return ticket
}

/** Sends what the reloaded page shows, as a draft or as a comment that was not sent. */
async function sendAgain(page: Page): Promise<void> {
  await expect(box(page)).toBeVisible()
  await expect(page.getByText('photo.txt').first()).toBeVisible()
  await ((await retry(page).count()) > 0 ? retry(page) : send(page)).click()
}

async function expectStoredOnce(page: Page, ticket: string): Promise<void> {
  await expect.poll(() => filesOf(ticket)).toEqual(['photo.txt'])
  expect(await commentsOf(ticket)).toEqual(['See the file.'])
  await expect(page.getByText('photo.txt').first()).toBeVisible()
  await expectText(box(page), '')
  await expect.poll(() => keptFiles(page)).toBe(0)
}

test('a page that ends before a comment is recorded leaves its draft and no copy of its file', async ({
  page,
}) => {
  const ticket = await write(page)
  // The file is stored for the comment, and the page ends before it learns of it.
  await page.evaluate(() =>
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set: () => undefined }),
  )
  await send(page).click()
  await expect.poll(() => keptFiles(page)).toBe(2)
  await page.reload()
  await expectText(box(page), 'See the file.')
  await expect.poll(() => keptFiles(page)).toBe(1)
  await sendAgain(page)
  await expectStoredOnce(page, ticket)
})

test('a page that ends before the files of a draft are removed leaves one copy', async ({ page }) => {
  const ticket = await write(page)
  await page.route(COMMENTS, (route) => route.abort())
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = function () {
      return this.get('nothing') as unknown as IDBRequest<undefined>
    }
  })
  await send(page).click()
  await expect(page.getByText('Not sent')).toBeVisible()
  await page.reload()
  await expect.poll(() => keptFiles(page)).toBe(1)
  await page.unroute(COMMENTS)
  await sendAgain(page)
  await expectStoredOnce(page, ticket)
})

test('a file that another user left without a record goes at the next sign-in', async ({ page }) => {
  await write(page)
  await page.evaluate(() => localStorage.clear())
  const other = await newMember('Otis Other')
  await openAs(page, other.email, '/tickets')
  await expect.poll(() => keptFiles(page)).toBe(0)
})

for (const [moment, delay] of [
  ['click', 0],
  ['click', 8],
  ['failure', 0],
  ['failure', 4],
] as const)
  test(`a reload ${delay} ms after the ${moment} of a failed send loses and doubles nothing`, async ({
    page,
  }) => {
    const ticket = await write(page)
    await page.route(COMMENTS, (route) => route.abort())
    const loaded = page.waitForEvent('load')
    await page.evaluate(
      ([from, ms]) => {
        const reload = () => void setTimeout(() => location.reload(), ms)
        if (from === 'click') addEventListener('click', reload, { capture: true })
        const { fetch } = window
        window.fetch = (...request) =>
          fetch(...request).catch((error: unknown) => {
            if (from === 'failure' && String(request[0]).includes('/comments')) reload()
            throw error
          })
      },
      [moment, delay] as const,
    )
    await send(page).click()
    await loaded
    await page.unroute(COMMENTS)
    await sendAgain(page)
    await expectStoredOnce(page, ticket)
  })
