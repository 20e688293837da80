import { textFile } from '../support/files'
import { expect, people, test } from '../support/portal'
import { countInList, createButton, uniqueSubject, writeTicket } from '../support/new-ticket'
import { openAs, startSession } from '../support/session'

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('invalid fields show their errors, and nothing is sent', async ({ page }) => {
      await startSession(page, people.customer)
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      await page.goto('/tickets/new')
      await createButton(page).click()
      await expect(page.getByText('Subject is required')).toBeVisible()
      await expect(page.getByText('Description must be at least 10 characters')).toBeVisible()
      await expect(page.getByLabel('Subject')).toBeFocused()
      await page.getByLabel('Subject').fill('x'.repeat(256))
      await page.getByLabel('Description').fill('y'.repeat(2001))
      await expect(page.getByText('Subject must be less than 255 characters')).toBeVisible()
      await expect(page.getByText('Description must be less than 2000 characters')).toBeVisible()
      expect(sent.filter((url) => /\/rest\/v1\/tickets/.test(url))).toEqual([])
    })

    test('the drop area states its limits, rejects other files and accepts five', async ({ page }) => {
      await openAs(page, people.customer, '/tickets/new')
      await expect(page.getByText('Drag and drop files here, or click to select files')).toBeVisible()
      await expect(page.getByText('Maximum 5 files, up to 5 MB each')).toBeVisible()
      const input = page.locator('input[type=file]')
      await input.setInputFiles({
        name: 'run.exe',
        mimeType: 'application/x-msdownload',
        buffer: Buffer.alloc(9),
      })
      await expect(page.getByText(/File type must be/)).toBeVisible()
      await input.setInputFiles(textFile('big.txt', 5 * 1024 * 1024 + 1))
      await expect(page.getByText(/larger than|too large/i)).toBeVisible()
      await input.setInputFiles(textFile('empty.txt', 0))
      await expect(page.getByText(/smaller than|too small/i)).toBeVisible()
      await input.setInputFiles(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => textFile(`${name}.txt`, 1536)))
      await expect(page.getByText(/Too many files/)).toBeVisible()
      const chosen = page.getByRole('list', { name: 'Selected files' })
      await expect(chosen.getByRole('listitem')).toHaveCount(5)
      await expect(chosen.getByText('1.5 KB')).toHaveCount(5)
      await page.getByRole('button', { name: 'Remove c.txt' }).click()
      await expect(chosen.getByRole('listitem')).toHaveCount(4)
      await expect(chosen.getByText('c.txt')).toBeHidden()
    })

    test('an unsent ticket survives a reload, and leaving asks for confirmation', async ({ page }) => {
      await startSession(page, people.customer2)
      const subject = uniqueSubject('Half written')
      await writeTicket(page, subject)
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect(page.getByLabel('Subject')).toHaveValue(subject)
      await page.getByRole('button', { name: 'Back to Tickets' }).click()
      const question = page.getByRole('dialog', { name: 'Leave without creating the ticket?' })
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(page.getByLabel('Subject')).toHaveValue(subject)
      await page.getByRole('button', { name: 'Back to Tickets' }).click()
      await question.getByRole('button', { name: 'Leave' }).click()
      await expect(page).not.toHaveURL(/\/tickets\/new/)
      await page.goto('/tickets/new')
      await expect(page.getByLabel('Subject')).toHaveValue(subject)
      await page.getByRole('button', { name: 'Discard draft' }).click()
      await expect(page.getByLabel('Subject')).toHaveValue('')
    })

    test('each file shows its state, and only failed files are retried', async ({ page }) => {
      await startSession(page, people.customer)
      const subject = uniqueSubject('Files that fail')
      await writeTicket(page, subject)
      const files = ['large.txt', 'often.txt', 'broken.txt', 'fine.txt']
      await page
        .locator('input[type=file]')
        .setInputFiles(files.map((name, index) => textFile(name, 100 + index)))
      // Files are uploaded in order, two at a time; the first three fail.
      const refusals = [413, 403, 415]
      await page.route('**/storage/v1/object/ticket-attachments/**', async (route) => {
        const status = route.request().method() === 'POST' ? refusals.shift() : undefined
        if (!status) return route.continue()
        await route.fulfill({ status, json: { statusCode: `${status}`, error: 'x', message: 'x' } })
      })
      await createButton(page).click()
      const list = page.getByRole('list', { name: 'Files being uploaded' })
      await expect(list.getByRole('button', { name: /^Retry / })).toHaveCount(3)
      await expect(page.getByText('1 of 4 files uploaded')).toBeVisible()
      await expect(page.getByText(/Your ticket was created/)).toBeVisible()
      await list.getByRole('button', { name: 'Retry broken.txt' }).click()
      await expect(page.getByText('2 of 4 files uploaded')).toBeVisible()
      await expect(list.getByRole('button', { name: /^Retry / })).toHaveCount(2)
      await list.getByRole('button', { name: 'Retry large.txt' }).click()
      await list.getByRole('button', { name: 'Retry often.txt' }).click()
      await expect(page.getByText('Ticket Created Successfully')).toBeVisible()
      await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
      for (const name of files) await expect(page.getByText(name)).toBeVisible()
      expect(await countInList(page, subject)).toBe(1)
    })
  })
}

test('a double click creates one ticket', async ({ page }) => {
  await startSession(page, people.customer)
  const subject = uniqueSubject('Pressed twice')
  await writeTicket(page, subject)
  await createButton(page).dblclick()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  expect(await countInList(page, subject)).toBe(1)
})

test('a lost response does not create a second ticket', async ({ page }) => {
  await startSession(page, people.customer)
  const subject = uniqueSubject('Answer lost')
  await writeTicket(page, subject)
  await page.route('**/rest/v1/tickets*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await createButton(page).click()
  await expect(page.getByText('Error Creating Ticket')).toBeVisible()
  await page.unroute('**/rest/v1/tickets*')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await createButton(page).click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  expect(await countInList(page, subject)).toBe(1)
})

for (const [what, status] of [
  ['500', 500],
  ['429', 429],
] as const) {
  test(`a backend that answers ${what} shows an error under the form and keeps the input`, async ({
    page,
  }) => {
    await startSession(page, people.customer)
    const subject = uniqueSubject(`Refused ${what}`)
    await writeTicket(page, subject)
    await page.route('**/rest/v1/tickets*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { code: 'x', message: 'out of order', details: null, hint: null } })
        : route.continue(),
    )
    await createButton(page).click()
    await expect(page.getByText('Error Creating Ticket')).toBeVisible()
    await expect(page.getByRole('alert').last()).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue(subject)
    await page.unroute('**/rest/v1/tickets*')
    await createButton(page).click()
    await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  })
}

test('a ticket submitted offline shows an error and is created once online again', async ({
  page,
  context,
}) => {
  await startSession(page, people.customer)
  const subject = uniqueSubject('Sent from a tunnel')
  await writeTicket(page, subject)
  await context.setOffline(true)
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await createButton(page).click()
  await expect(page.getByText('Error Creating Ticket')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/You are offline/)).toBeHidden()
  await createButton(page).click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  expect(await countInList(page, subject)).toBe(1)
})

test('an upload shows its progress and can be cancelled', async ({ page, context }) => {
  await startSession(page, people.customer)
  await writeTicket(page, uniqueSubject('A slow line'))
  await page.locator('input[type=file]').setInputFiles([textFile('slow.txt', 3_000_000)])
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 250_000,
  })
  await createButton(page).click()
  const bar = page.getByRole('progressbar', { name: 'Uploading slow.txt' })
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0.05)
  await page.getByRole('button', { name: 'Cancel slow.txt' }).click()
  await expect(page.getByText('Cancelled')).toBeVisible()
  await page.getByRole('link', { name: 'Continue without it' }).click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await expect(page.getByText('slow.txt')).toBeHidden()
})

test('suggests your similar tickets while you type, without blocking the form', async ({ page }) => {
  await startSession(page, people.customer)
  const subject = uniqueSubject('Invoice shows the wrong currency')
  await writeTicket(page, subject)
  await createButton(page).click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await page.goto('/tickets/new')
  const before = await page.getByLabel('Description').boundingBox()
  await page.getByLabel('Subject').pressSequentially(subject.slice(0, 34), { delay: 5 })
  const box = page.getByRole('complementary', { name: 'Your similar tickets' })
  await expect(box.getByRole('link', { name: subject })).toBeVisible()
  await expect(page.getByLabel('Subject')).toBeFocused()
  expect(await page.getByLabel('Description').boundingBox()).toEqual(before)
})
