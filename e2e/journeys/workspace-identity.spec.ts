import { newMember, newTicket } from '../support/factories'
import { textFile } from '../support/files'
import { expect, fillSignIn, people, test } from '../support/portal'
import { backendCalls, layoutShift } from '../support/requests'
import { openAs, startSession } from '../support/session'
import { settled } from '../support/settled'
import { box } from '../support/ticket-page'
import { stubWorkspace } from '../support/workspace'

const name = 'Société Générale d’Électricité <b>& Filles</b> Client Support'

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('header and title show the workspace name, customers its address, without overflow', async ({
      page,
    }) => {
      const customer = await newMember('Ida Identity')
      await stubWorkspace(page, { workspace_name: name, support_email: 'help@acme.example' })
      await openAs(page, customer.email, '/tickets')
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
      await expect(page).toHaveTitle(`My Tickets · ${name}`)
      const support = page.getByRole('link', { name: 'Support: help@acme.example' })
      await expect(support).toHaveAttribute('href', 'mailto:help@acme.example')
      await expect(support).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    })

    test('forms enforce and state the limits of the workspace', async ({ page }) => {
      const customer = await newMember('Lim Limits')
      const ticket = await newTicket(customer)
      await stubWorkspace(page, { max_files: 2, max_file_bytes: 1_572_864, default_priority: 'high' })
      await openAs(page, customer.email, '/tickets/new')
      await expect(page.getByText('Maximum 2 files, up to 1.5 MB each')).toBeVisible()
      await expect(page.getByLabel('Priority')).toHaveValue('high')
      const input = page.locator('input[type=file]')
      await input.setInputFiles(textFile('big.txt', 1_572_865))
      await expect(page.getByText('File is too large: the limit is 1.5 MB')).toBeVisible()
      await input.setInputFiles(['a.txt', 'b.txt', 'c.txt'].map((each) => textFile(each)))
      await expect(page.getByText('Too many files')).toBeVisible()
      const chosen = page.getByRole('list', { name: 'Selected files' }).getByRole('listitem')
      await expect(chosen).toHaveText([/a\.txt/, /b\.txt/])

      const calls = backendCalls(page)
      page.once('dialog', (dialog) => void dialog.accept())
      await page.goto(`/tickets/${ticket}`)
      await expect(box(page)).toBeVisible()
      await page.locator('input[type=file]').setInputFiles(textFile('big.txt', 1_572_865))
      await expect(page.getByText('big.txt: File is too large: the limit is 1.5 MB')).toBeVisible()
      await page
        .locator('input[type=file]')
        .setInputFiles(['a.txt', 'b.txt', 'c.txt'].map((each) => textFile(each)))
      await expect(page.getByText('c.txt: Too many files')).toBeVisible()
      await settled(page)
      const asked = calls.paths().filter((call) => call !== 'GET /rest/v1/profiles')
      expect(asked, 'limits are part of the ticket').toEqual(['GET /rest/v1/rpc/get_ticket_detail'])
    })

    test('a workspace without files shows a sentence instead of the drop area', async ({ page }) => {
      const customer = await newMember('Nofi Nofiles')
      const ticket = await newTicket(customer)
      await stubWorkspace(page, { max_files: 0 })
      await startSession(page, customer.email)
      for (const path of ['/tickets/new', `/tickets/${ticket}`]) {
        await page.goto(path)
        await expect(page.getByText('File attachments are turned off.')).toBeVisible()
        await expect(page.locator('input[type=file]')).toHaveCount(0)
        await expect(page.getByText('Drag and drop files here')).toHaveCount(0)
      }
    })
  })
}

/** A red pixel. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

test('sign-in pages and layouts show logo, name and accent color, without layout shift', async ({ page }) => {
  await stubWorkspace(page, { workspace_name: 'Acme Support', accent_color: '#0b5f6b', logo })
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  for (const visit of ['first', 'second']) {
    await page.goto('/auth/login')
    await expect(page.getByText('Acme Support')).toBeVisible()
    await expect(page.locator(`img[src="${logo}"]`)).toBeVisible()
    await expect(submit).toHaveCSS('background-color', 'rgb(11, 95, 107)')
    expect(await layoutShift(page), `${visit} visit`).toBeLessThanOrEqual(0.02)
  }
  for (const email of [people.customer, people.agent]) {
    await openAs(page, email)
    const home = page.getByRole('banner').getByRole('link', { name: 'Acme Support' })
    await expect(home.locator('img')).toHaveAttribute('src', logo)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(submit).toBeVisible()
  }
})

test('the login page requests and shows the support address only after a failed sign-in', async ({
  page,
}) => {
  await stubWorkspace(page, { support_email: 'help@acme.example' })
  const calls = backendCalls(page)
  await page.goto('/auth/login')
  await settled(page)
  expect(calls.paths()).toEqual(['GET /rest/v1/rpc/workspace_identity'])
  await fillSignIn(page, 'nobody@example.net')
  await expect(page.getByRole('alert').filter({ hasText: 'Error' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'help@acme.example' })).toHaveAttribute(
    'href',
    'mailto:help@acme.example',
  )
  // Positive control.
  expect(calls.paths().join(' ')).toContain('/rpc/support_address')
})
