import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { db, newMember, newTicket } from '../support/factories'
import { png, textFile } from '../support/files'
import { loseComment } from '../support/lost-response'
import { clickUnlessSignedOut, expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, expectText, filesOf, send } from '../support/ticket-page'

/** A minimal PDF with one word. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 40>>stream
BT /F1 24 Tf 20 40 Td (Invoice) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`)

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('shows images, PDF and text in the page and downloads other files', async ({ page }) => {
      const customer = await newMember('Fred Files')
      const ticket = await newTicket(customer)
      await openAs(page, customer.email, `/tickets/${ticket}`)
      await box(page).fill('Here are the files.')
      await page.locator('input[type=file]').setInputFiles([
        { name: 'photo.png', mimeType: 'image/png', buffer: png },
        { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('<b>not bold</b>\nsecond line') },
      ])
      await send(page).click()
      await expect(page.getByText('Comment added', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Preview notes.txt' }).first()).toBeVisible()

      await page.getByRole('button', { name: 'Preview photo.png' }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('img', { name: 'photo.png' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Preview photo.png' }).first()).toBeFocused()

      await page.getByRole('button', { name: 'Preview notes.txt' }).first().click()
      await expect(dialog.getByText('<b>not bold</b>')).toBeVisible()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Preview invoice.pdf' }).first().click()
      const canvas = dialog.locator('canvas').first()
      await expect(canvas).toBeVisible()
      await expect
        .poll(() =>
          canvas.evaluate((element) => {
            if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0
            const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {
              data: [],
            }
            return Array.from(data).filter((value, index) => index % 4 === 0 && value < 100).length
          }),
        )
        .toBeGreaterThan(20)
      await page.keyboard.press('Escape')

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download notes.txt' }).first().click()
      const path = await (await download).path()
      expect(await readFile(path, 'utf8')).toBe('<b>not bold</b>\nsecond line')

      await page.getByRole('button', { name: 'Delete photo.png' }).first().click()
      await page
        .getByRole('dialog', { name: 'Delete this file?' })
        .getByRole('button', { name: 'Delete' })
        .click()
      await expect(page.getByRole('button', { name: 'Preview photo.png' })).toHaveCount(0)
      expect(await filesOf(ticket)).toEqual(['invoice.pdf', 'notes.txt'])
    })
  })
}

const selectedFiles = (page: Page) => page.getByRole('list', { name: 'Selected files' }).getByRole('listitem')
const selectFiles = (page: Page, ...names: string[]) =>
  page.locator('input[type=file]').setInputFiles(names.map((name) => textFile(name)))
/** Number of drafts and unsent comments whose files are stored in the browser. @param kind - part of their keys */
const storedFiles = (page: Page, kind = ''): Promise<number> =>
  page.evaluate(
    (part) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('helpdesk-drafts', 1)
        opening.onupgradeneeded = () => void opening.result.createObjectStore('files')
        opening.onerror = () => reject(opening.error ?? new Error('closed'))
        opening.onsuccess = () => {
          const keys = opening.result.transaction('files').objectStore('files').getAllKeys()
          keys.onsuccess = () => resolve(keys.result.filter((key) => String(key).includes(part)).length)
        }
      }),
    kind,
  )

test('files selected for a comment survive a reload and are removed once sent', async ({ page }) => {
  const customer = await newMember('Rosa Reload')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await box(page).fill('See the files.')
  await selectFiles(page, 'one.txt', 'two.txt', 'three.txt')
  await expect(selectedFiles(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove two.txt' }).click()
  await expect.poll(() => storedFiles(page)).toBe(1)
  await page.reload()
  await expect(selectedFiles(page)).toHaveText([/one\.txt/, /three\.txt/])
  await send(page).click()
  await expect(page.getByRole('button', { name: 'Preview three.txt' }).first()).toBeVisible()
  await expect.poll(() => filesOf(ticket)).toEqual(['one.txt', 'three.txt'])
  await expect.poll(() => storedFiles(page)).toBe(0)
  await page.reload()
  await expectText(box(page), '')
  await expect(selectedFiles(page)).toHaveCount(0)
})

test('deactivation removes selected files from the browser', async ({ page }) => {
  const customer = await newMember('Dana Deactivated')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  await selectFiles(page, 'private.txt')
  await expect.poll(() => storedFiles(page)).toBe(1)
  await db`update public.profiles set deactivated_at = now() where id = ${customer.id}`
  await clickUnlessSignedOut(page.getByRole('link', { name: 'My Tickets' }))
  await expect(page.getByText(/Your account has been deactivated/).first()).toBeVisible()
  await expect.poll(() => storedFiles(page)).toBe(0)
})

test('an unsent comment keeps its files over a reload, also after a lost response', async ({ page }) => {
  const customer = await newMember('Lotta Lost')
  const ticket = await newTicket(customer)
  await openAs(page, customer.email, `/tickets/${ticket}`)
  for (const arrives of [false, true]) {
    const name = arrives ? 'arrived.txt' : 'refused.txt'
    const reconnect = await loseComment(page, arrives)
    await box(page).fill(`With ${name}`)
    await selectFiles(page, name)
    await send(page).click()
    await expect(page.getByText('Not sent')).toBeVisible()
    // Not those of the draft, which the comment's replace.
    await expect.poll(() => storedFiles(page, ':outbox:')).toBe(1)
    await reconnect()
    await page.reload()
    // If the comment had arrived, the reloaded ticket contains it and its files are uploaded without Retry.
    if (!arrives) {
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Retry' }).click()
    }
    await expect.poll(() => filesOf(ticket)).toContain(name)
    await expect(page.getByText('Not sent')).toBeHidden()
    await expect.poll(() => storedFiles(page)).toBe(0)
  }
  expect(await commentsOf(ticket)).toEqual(['With refused.txt', 'With arrived.txt'])
})

test('files selected for a staff reply survive a reload; sign-out removes them but not the text', async ({
  page,
}) => {
  const [customer, agent] = await Promise.all([newMember('Cleo Client'), newMember('Abe Agent', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id })
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await box(page).fill('Please try this driver.')
  await selectFiles(page, 'driver.txt')
  await expect.poll(() => storedFiles(page)).toBe(1)
  await page.reload()
  await expect(selectedFiles(page)).toHaveText([/driver\.txt/])
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out and delete unsent work?' })
  await expect(dialog.getByText(/driver\.txt/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  expect(await storedFiles(page)).toBe(0)
  // The browser keeps nothing; the text is stored on the server.
  const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(left).not.toContain('driver')
  expect(left).not.toContain(agent.email)
  await openAs(page, agent.email, `/tickets/${ticket}`)
  await expectText(box(page), 'Please try this driver.')
  await expect(page.getByText('Please attach its files again.')).toBeVisible()
  await expect(selectedFiles(page)).toHaveCount(0)
})
