import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import { press, waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { openAs } from '../support/session'
import { box, commentsOf, expectText, send } from '../support/ticket-page'

test.describe.configure({ timeout: 240_000 })

const CODE = /\/assets\/RichText-/
const editor = (page: Page) => page.locator('.ProseMirror').filter({ visible: true })

async function open(page: Page, role: 'customer' | 'agent' = 'agent') {
  const [customer, agent] = await Promise.all([newMember('Edda Writer'), newMember('Egon Editor', 'agent')])
  const ticket = await newTicket(customer, { assigned_to: agent.id })
  await openAs(page, role === 'agent' ? agent.email : customer.email, `/tickets/${ticket}`)
  await expect(box(page)).toBeVisible()
  return { ticket, customer, agent }
}

/** Pastes as other programs do: HTML with its plain text. */
const paste = (into: Locator, html: string, text: string) =>
  into.evaluate(
    (element, [asHtml, asText]) => {
      const data = new DataTransfer()
      data.setData('text/html', asHtml)
      data.setData('text/plain', asText)
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [html, text] as const,
  )

for (const role of ['agent', 'customer'] as const)
  test(`${role}: writes with formatting, which is stored as Markdown`, async ({ page }) => {
    const { ticket } = await open(page, role)
    await page.getByRole('textbox', { name: 'Comment', exact: true }).click()
    await expect(editor(page)).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toHaveCount(1)
    await page.keyboard.type('Hello **Edda**, please')
    await press(page, 'Enter')
    await page.keyboard.type('- pull the _plug_')
    await press(page, 'Enter')
    await page.keyboard.type('run `npm ci`')
    await press(page, 'Enter', 'Enter')
    await page.keyboard.type('5*3*2 in C:\\temp\\*.log')
    await expect(editor(page).locator('strong')).toHaveText('Edda')
    await expect(editor(page).locator('li')).toHaveCount(2)
    await expectAccessibleInBothSchemes(page, `the editor of an ${role}`)
    await press(page, 'ControlOrMeta+Enter')
    await expect(page.locator('ol li li').filter({ hasText: 'pull the plug' })).toBeVisible()
    await expect(page.getByText('5*3*2 in C:\\temp\\*.log')).toBeVisible()
    await expect.poll(() => commentsOf(ticket)).toHaveLength(1)
    expect(await commentsOf(ticket)).toEqual([
      'Hello **Edda**, please\n- pull the *plug*\n- run `npm ci`\n\n5&#0042;3&#0042;2 in C:\\temp\\&#0042;.log',
    ])
    await expectText(box(page), '')
    await expect(box(page)).toBeFocused()
  })

test('keeps each key that is typed while the editor loads', async ({ page }) => {
  await open(page)
  const text = 'The quick brown fox jumps over the lazy dog'
  for (const part of [1, 2, 3]) {
    await page.reload()
    await box(page).click()
    await page.keyboard.type(text, { delay: part })
    await expect(editor(page)).toBeFocused()
    await page.keyboard.type('.')
    await expectText(box(page), `${text}.`)
    await press(page, 'ControlOrMeta+a', 'Delete')
    await expectText(box(page), '')
  }
})

test('stays a plain box where its code cannot be loaded', async ({ page }) => {
  await page.route(CODE, (route) => route.abort())
  const { ticket } = await open(page)
  const refused = page.waitForEvent('requestfailed', (request) => CODE.test(request.url()))
  await box(page).click()
  await refused
  await page.keyboard.type('Still **here**')
  await expect(box(page)).toHaveValue('Still **here**')
  await send(page).click()
  await expect.poll(() => commentsOf(ticket)).toEqual(['Still **here**'])
})

test('pasted documents become clean Markdown, and Undo takes them back', async ({ page }) => {
  const { ticket } = await open(page)
  await box(page).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('See ')
  await paste(
    editor(page),
    '<p class="MsoNormal">the <b>list</b><o:p></o:p></p><table><tr><td>Part</td><td>Price</td></tr><tr><td>Plug</td><td>3</td></tr></table><script>alert(1)</script>',
    'the list',
  )
  await expectText(box(page), 'See the list\n\n| Part | Price |\n| --- | --- |\n| Plug | 3 |')
  await press(page, 'ControlOrMeta+z')
  await expectText(box(page), 'See ')
  await paste(editor(page), '<a href="javascript:alert(1)">bad</a> and <i>good</i>', 'bad and good')
  await send(page).click()
  await expect.poll(() => commentsOf(ticket)).toEqual(['See bad and *good*'])
})

test('links a selection, by an address that is checked', async ({ page }) => {
  const { ticket } = await open(page)
  await box(page).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('guide')
  await press(page, 'ControlOrMeta+a', 'ControlOrMeta+k')
  const address = page.getByRole('textbox', { name: 'Address of the link' })
  await expect(address).toBeFocused()
  await address.fill('javascript:alert(1)')
  await press(page, 'Enter')
  await expect(page.getByText('Enter a web or e-mail address')).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'the form for a link')
  await address.fill('a.example/guide')
  await press(page, 'Enter')
  await expect(editor(page)).toBeFocused()
  await send(page).click()
  await expect.poll(() => commentsOf(ticket)).toEqual(['[guide](https://a.example/guide)'])
})

test('a draft and a macro keep their formatting', async ({ page }) => {
  const { agent } = await open(page)
  const [macro] = await db<{ id: string }[]>`
    insert into public.macros (name, body, owner_id) values ('Edit greeting', 'Hello {{customer.name}},', ${agent.id})
    returning id`
  expect(macro).toBeDefined()
  await page.reload()
  await box(page).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('- one **two**')
  await page.reload()
  await waitForShortcuts(page)
  await box(page).click()
  await expect(editor(page).locator('li strong')).toHaveText('two')
  await press(page, 'ControlOrMeta+Home')
  await press(page, 'Escape', 'm')
  await page.keyboard.type('Edit greeting')
  await press(page, 'Enter')
  await expect(editor(page)).toBeFocused()
  await expect(editor(page)).toContainText('Hello Edda Writer,')
  await expect(editor(page)).toContainText('one two')
})

test('the plain box can be chosen for good', async ({ page }) => {
  const { customer, ticket } = await open(page, 'customer')
  await page.goto('/settings')
  await page.getByText('Plain text box').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await db`select preferences from public.profiles where id = ${customer.id}`).toEqual([
    { preferences: { composer: 'plain' } },
  ])
  await page.goto(`/tickets/${ticket}`)
  const asked = page.waitForRequest(CODE, { timeout: 3_000 }).catch(() => null)
  await box(page).click()
  await page.keyboard.type('**plain**')
  expect(await asked).toBeNull()
  await expect(box(page)).toHaveValue('**plain**')
})
