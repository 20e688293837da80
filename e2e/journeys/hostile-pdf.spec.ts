/** PDFs of a few hundred bytes that describe more than any page has time for, and one whose drawing needs masks. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { newMember, newTicket } from '../support/factories'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, send } from '../support/ticket-page'

const stream = (dictionary: string, content: string) =>
  `<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`

/** Objects from number 3 on, of which the first is the page. */
const pdf = (pages: string, objects: readonly string[]): Buffer =>
  Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      `2 0 obj<</Type/Pages${pages}>>endobj`,
      ...objects.map((object, index) => `${index + 3} 0 obj${object} endobj`),
      'trailer<</Root 1 0 R>>',
    ].join('\n'),
  )

const onePage = (resources: string, content: string, ...objects: string[]) =>
  pdf('/Count 1/Kids[3 0 R]', [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<${resources}>>>>`,
    stream('', content),
    ...objects,
  ])

/** Says that it has 300,000 pages: the first 299,999 are in a list that has one. */
const manyPages = pdf('/Count 300000/Kids[3 0 R 4 0 R]', [
  '<</Type/Pages/Parent 2 0 R/Count 299999/Kids[5 0 R]>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>>>',
  '<</Type/Page/Parent 3 0 R/MediaBox[0 0 200 200]/Resources<<>>>>',
])

const LEVELS = 9
/** Patterns of so many points a side that are each filled with the next one eight times. */
function patterns(side: number): Buffer {
  const pattern = (resources: string, content: string) =>
    stream(
      `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ${side} ${side}]/XStep ${side}/YStep ${side}/Resources<<${resources}>>`,
      content,
    )
  const fill = `/Pattern cs /P scn 0 0 ${side} ${side} re f\n`
  return onePage(
    '/Pattern<</P 5 0 R>>',
    fill,
    ...Array.from({ length: LEVELS }, (_each, level) =>
      level === LEVELS - 1
        ? pattern('', `1 0 0 rg 0 0 ${side} ${side} re f`)
        : pattern(`/Pattern<</P ${6 + level} 0 R>>`, fill.repeat(8)),
    ),
  )
}

/** Black through a mask whose left half is white. */
const masked = onePage(
  '/ExtGState<</M<</SMask<</Type/Mask/S/Luminosity/G 5 0 R>>>>>>',
  '/M gs 0 g 0 0 200 200 re f',
  stream(
    '/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Group<</S/Transparency/CS/DeviceGray>>/Resources<<>>',
    '1 g 0 0 100 200 re f 0 g 100 0 100 200 re f',
  ),
)

/** Opens a new ticket's file. */
async function preview(page: Page, buffer: Buffer): Promise<void> {
  const customer = await newMember('Pia Preview')
  await openAs(page, customer.email, `/tickets/${await newTicket(customer)}`)
  await box(page).fill('See the file.')
  const file = { name: 'file.pdf', mimeType: 'application/pdf', buffer }
  await page.locator('input[type=file]').setInputFiles([file])
  await send(page).click()
  await page.getByRole('button', { name: 'Preview file.pdf' }).first().click()
}

test('the page goes on while a PDF is drawn that never ends, and says so', async ({ page }) => {
  // So small that their memory is no matter.
  await preview(page, patterns(2))
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('canvas')).toBeVisible({ timeout: 60_000 })
  // Answered by the page's own thread.
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect(dialog.getByText('150%')).toBeVisible()
  await expect(dialog.getByText('This page could not be displayed')).toBeVisible({ timeout: 90_000 })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

/** The most memory that a page of the browser ever had, in MB. */
async function peakMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1])
  return Math.max(...peaks.map((peak) => Number(peak) / 1024))
}

test('a PDF of 3 kB that asks for more memory than a tab has is not drawn', async ({ page, browser }) => {
  await preview(page, patterns(200))
  const failed = page.getByRole('dialog').getByText('This page could not be displayed')
  await expect(failed).toBeVisible({ timeout: 90_000 })
  // Without its bound it takes ten gigabytes before its time is over.
  expect(await peakMemory(browser)).toBeLessThan(3500)
})

test('of a PDF that says it has 300,000 pages, the first are shown', async ({ page }) => {
  await preview(page, manyPages)
  const dialog = page.getByRole('dialog')
  const cut = dialog.getByText(/Only the first 200 of 300000 pages are shown/)
  await expect(cut).toBeAttached({ timeout: 60_000 })
  await expect(dialog.locator('canvas')).toHaveCount(200)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a PDF is drawn through its masks', async ({ page }) => {
  await preview(page, masked)
  const canvas = page.getByRole('dialog').locator('canvas')
  const shades = () =>
    canvas.evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return []
      const at = (part: number) => Math.floor(element.width * part)
      const context = element.getContext('2d')
      return [0.25, 0.75].map((part) => context?.getImageData(at(part), at(0.5), 1, 1).data[0])
    })
  await expect.poll(shades, { timeout: 60_000 }).toEqual([0, 255])
})
