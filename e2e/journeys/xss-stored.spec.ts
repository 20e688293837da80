import type { Page } from '@playwright/test'
import { waitForShortcuts } from '../support/keyboard'
import { expect, test } from '../support/portal'
import { watchForScripts } from '../support/script-watch'
import { openAs, startSession } from '../support/session'
import { settled } from '../support/settled'
import { upTo, vectors, xssWorkspace, type XssWorkspace } from '../support/xss-workspace'
import { shownVectors, visitScreens } from '../support/xss-screens'

// Text in browser storage, menus and workspace settings. Without the content security policy, which would hide vectors
// that run.
test.use({ bypassCSP: true, viewport: { width: 1440, height: 2400 } })
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let workspace: XssWorkspace
test.beforeAll(async () => {
  workspace = await xssWorkspace()
})

/** Markdown that careless renderers turn into executable markup. */
const markdown = [
  '[a link](javascript:alert(1))',
  '[a link](JaVaScRiPt:alert(1))',
  '[a link](java\nscript:alert(1))',
  '[a link](&#106;avascript:alert(1))',
  '[a link](javascript&colon;alert(1))',
  '[a link](\u0001javascript:alert(1))',
  '[a link](data:text/html,<script>alert(1)</script>)',
  '[a link](vbscript:alert(1))',
  '[a link](blob:x)',
  '[a link](//evil.example/canary/60)',
  '[a link](https://user:pass@evil.example/)',
  '[a link](</x" onmouseover="alert(1)>)',
  '[a link](https://example.com "x" onmouseover="alert(1)")',
  '[a link][ref]\n\n[ref]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![a picture](/canary/61)',
  '![a picture](x"onerror="alert(1))',
  '![a picture][pic]\n\n[pic]: /canary/62',
  '[![x](/canary/63)](javascript:alert(1))',
  '```"><img src=/canary/64 onerror=alert(1)>\ncode\n```',
  '`<img src=/canary/65>`',
  '<details open ontoggle=alert(1)>x</details>',
  '<div id=x style="position:fixed;inset:0">over everything</div>',
  '| <img src=/canary/66> | b |\n|---|---|\n| <svg onload=alert(1)> | [x](javascript:alert(1)) |',
  '# <script>alert(1)</script>',
  '- [ ] <input onfocus=alert(1) autofocus>',
  '> <iframe src=/canary/67></iframe>',
  '[^1]\n\n[^1]: <img src=/canary/68 onerror=alert(1)>',
  'https://example.com/"onmouseover="alert(1)',
  'www.example.com/<img/src=/canary/69>',
]

/** Stores a history where the console reads it, as another script or an older version might. */
const store = (page: Page, value: unknown) =>
  page.evaluate(
    (text) => localStorage.setItem('admin-store', text),
    typeof value === 'string' ? value : JSON.stringify(value),
  )

test('renders a stored conversation as text, Markdown and proposals included', async ({ page }) => {
  const { found, inspect } = await watchForScripts(page)
  await startSession(page, workspace.admin.email)
  const open = async (histories: unknown) => {
    await store(page, { version: 1, histories: { [workspace.admin.id]: histories } })
    await page.goto('/admin/console')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    await inspect('/admin/console')
    return page.locator('main').innerText()
  }
  const timestamp = new Date().toISOString()
  const proposal = (text: string, index: number) => ({
    id: index % 2 ? text : `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    kind: (['status', 'internal_note', 'reply_draft', 'assign'] as const)[index % 4],
    ticket_id: index % 3 ? `${text}/../../x` : workspace.ticket,
    ticket_subject: text,
    from_label: text,
    to_label: text,
    reason: text,
  })
  for (let first = 0; first < vectors.length; first += 42) {
    const some = vectors.slice(first, first + 42)
    const text = await open(
      some.flatMap((content, index) => [
        { role: 'user', content, timestamp },
        { role: 'assistant', content, timestamp, proposals: [proposal(content, index)], stopped: true },
      ]),
    )
    // Question and proposal are shown literally.
    expect(shownVectors(text).filter((vector) => some.includes(vector))).toHaveLength(some.length)
  }
  await expect(page.locator('main article').first()).toBeVisible()
  await open(markdown.map((content) => ({ role: 'assistant', content, timestamp })))
  await expect(page.locator('main article')).toHaveCount(markdown.length)
  // Remaining links lead to other sites and are marked as such.
  const links = await page
    .locator('main article a')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
    )
  for (const [href, rel, target] of links)
    expect([/^https?:\/\/(www\.)?example\.com\//.test(href ?? ''), rel, target]).toEqual([
      true,
      'noopener noreferrer nofollow',
      '_blank',
    ])
  expect(links.length).toBeGreaterThan(0)
  // A fixed element over the page would catch every click.
  expect(await page.locator('main article [style*="position"], main article [id="x"]').count()).toBe(0)
  expect(found).toEqual([])
})

test('ignores a damaged or planted history', async ({ page }) => {
  const { found, inspect } = await watchForScripts(page)
  await startSession(page, workspace.admin.email)
  const message = { role: 'assistant', content: '<img src=/canary/70 onerror=alert(1)>', timestamp: 'never' }
  for (const value of [
    '<script>alert(1)</script>',
    '{"version":1,"histories":{"__proto__":{"role":"admin"},"constructor":[1]}}',
    { version: 2, histories: { [workspace.admin.id]: [message] } },
    { version: 1, histories: { [workspace.admin.id]: { length: 1, 0: message } } },
    { version: 1, histories: { [workspace.admin.id]: [{ ...message, role: 'system' }] } },
    {
      version: 1,
      histories: { [workspace.admin.id]: [{ ...message, content: { __html: message.content } }] },
    },
    {
      version: 1,
      histories: {
        [workspace.admin.id]: [{ ...message, dangerouslySetInnerHTML: { __html: message.content } }],
      },
    },
    {
      version: 1,
      histories: { [workspace.customer.id]: [{ ...message, content: 'what somebody else asked' }] },
    },
  ]) {
    await store(page, value)
    await page.goto('/admin/console')
    await expect(page.getByPlaceholder('Ask the AI assistant...')).toBeEnabled()
    await settled(page)
    await inspect('/admin/console')
    await expect(page.getByText('what somebody else asked')).toHaveCount(0)
  }
  expect(found).toEqual([])
})

test('renders workspace name and support address as text everywhere', async ({ page }) => {
  const { found, inspect } = await watchForScripts(page)
  // Every sixth vector, because each loads a page; then all of them at once.
  const names = [...upTo(60).filter((_, index) => index % 6 === 0), upTo(60).join(' ')]
  let current = names[0] ?? ''
  let stubbed = 0
  const address = () => `${current.replaceAll(/[\s@]/g, '')}@desk.example`
  // Stubbed, because the real settings are shared by all journeys of this worker.
  await page.route(/\/rest\/v1\/(workspace_settings|rpc\/support_address)/, async (route) => {
    const response = await route.fetch()
    const body: unknown = response.ok() ? await response.json() : undefined
    stubbed += 1
    const renamed = (row: object) => ({ ...row, workspace_name: current, support_email: address() })
    const changed = route.request().url().includes('support_address')
      ? address()
      : Array.isArray(body)
        ? body.map(renamed)
        : renamed(Object(body))
    await route.fulfill({ response, json: changed })
  })
  await startSession(page, workspace.admin.email)
  for (const name of names) {
    current = name
    await page.evaluate(() => localStorage.removeItem('helpdesk-workspace'))
    await page.goto('/admin/settings/workspace')
    await expect(page.getByLabel('Workspace name')).toHaveValue(name)
    await expect(page.getByLabel('Support email')).toHaveValue(address())
    await inspect(`the workspace ${name}`)
  }
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await inspect('/auth/login')
  expect(stubbed).toBeGreaterThanOrEqual(names.length)
  expect(found).toEqual([])
})

test('renders menus, views, tags and palette of an agent as text', async ({ page }) => {
  const { found, inspect, texts } = await visitScreens(page, workspace.agent.email, [
    '/dashboard/agent/macros',
  ])
  expect(shownVectors(texts[0] ?? '').length).toBeGreaterThanOrEqual(upTo(80).length)
  await page.goto('/tickets/unassigned')
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect.poll(async () => shownVectors(await views.innerText()).length).toBe(upTo(60).length)
  await waitForShortcuts(page)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await page.keyboard.type('script')
  await inspect('the palette')
  await page.keyboard.press('Escape')

  await page.goto(`/tickets/${workspace.ticket}`)
  await page.getByRole('button', { name: 'Macros' }).click()
  const macros = page.getByRole('listbox', { name: 'Find a macro' })
  await expect(macros.getByRole('option').first()).toBeVisible()
  await inspect('the menu of macros')
  expect(shownVectors(await macros.innerText()).length).toBeGreaterThan(5)
  // A macro is inserted as plain text.
  await page.keyboard.press('Enter')
  await expect(macros).toHaveCount(0)
  await inspect('a reply from a macro')
  expect(found).toEqual([])
})

test('renders settings, tags, macros, audit log and invites of an admin as text', async ({ page }) => {
  const { found, texts } = await visitScreens(page, workspace.admin.email, [
    '/admin/settings/tags',
    '/admin/settings/macros',
    '/admin/audit',
    '/admin/invites',
    `/tickets/${workspace.closed}`,
  ])
  expect(shownVectors(texts[0] ?? '').length).toBeGreaterThanOrEqual(20)
  expect(shownVectors(texts[1] ?? '').length).toBeGreaterThanOrEqual(upTo(80).length)
  expect(found).toEqual([])
})

test('renders similar tickets as text', async ({ page }) => {
  const { found, inspect } = await watchForScripts(page)
  await openAs(page, workspace.customer.email, '/tickets/new')
  await page.getByLabel('Subject').fill('<script>alert(1)</script>')
  const box = page.getByRole('complementary', { name: 'Your similar tickets' })
  await expect(box.getByRole('link').first()).toBeVisible()
  await inspect('/tickets/new')
  expect(shownVectors(await box.innerText()).length).toBeGreaterThan(0)
  expect(found).toEqual([])
})
