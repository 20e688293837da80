import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { clientOf, newComment, newMember, newTicket } from '../support/factories'
import { watchPolicy } from '../support/policy-watch'
import { followMail } from '../support/mail'
import { expect, newAddress, signIn, signUp, test } from '../support/portal'
import { openAs } from '../support/session'
import { settled } from '../support/settled'
import { portal } from '../support/this-portal'

const screens = {
  customer: ['/dashboard/customer', '/tickets', '/tickets/new', '/settings'],
  agent: [
    '/dashboard/agent',
    '/tickets/assigned',
    '/tickets/unassigned',
    '/dashboard/agent/macros',
    '/dashboard/agent/settings',
  ],
  admin: [
    '/admin/dashboard',
    '/admin/tickets',
    '/admin/invites',
    '/admin/users',
    '/admin/console',
    '/admin/reports',
    '/admin/settings',
  ],
} as const

const waitUntilLoaded = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
}

const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R>>`)

for (const role of ['customer', 'agent', 'admin'] as const) {
  test(`${role}: no screen violates the policy, and no URL contains a token`, async ({ page }) => {
    test.setTimeout(90_000)
    const seen = await watchPolicy(page)
    const customer = await newMember('Cleo Customer')
    const member = role === 'customer' ? customer : await newMember('Pia Policy', role)
    const ticket = await newTicket(customer, { assigned_to: role === 'agent' ? member.id : null })
    await newComment(customer, ticket, 'See https://example.com/ and the file')
    const client = await clientOf(customer)
    const path = `${ticket}/policy.pdf`
    const stored = await client.storage
      .from('ticket-attachments')
      .upload(path, pdf, { contentType: 'application/pdf' })
    expect(stored.error).toBeNull()
    const row = {
      ticket_id: ticket,
      file_name: 'policy.pdf',
      file_type: 'application/pdf',
      file_size: pdf.length,
    }
    expect((await client.from('attachments').insert({ ...row, storage_path: path })).error).toBeNull()

    await signIn(page, member.email)
    for (const screen of screens[role]) {
      await page.goto(screen)
      await waitUntilLoaded(page)
    }
    await page.goto(`/tickets/${ticket}`)
    await waitUntilLoaded(page)
    // The PDF viewer starts a worker, the only use of a trusted types policy.
    await page.getByRole('button', { name: 'Preview policy.pdf' }).first().click()
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
    expect(seen.violations).toEqual([])
    expect(seen.secrets).toEqual([])
    expect(seen.addresses.length).toBeGreaterThan(50)
  })
}

test('the policy blocks scripts from markup, eval, handlers and workers', async ({ page }) => {
  const response = await page.goto('/auth/login')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe|\*|data:|blob:/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  const seen = await watchPolicy(page)
  await page.reload()
  await waitUntilLoaded(page)
  const outcome = await page.evaluate(async () => {
    // Later, because the debugger's own evaluation may use eval.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const page: object = window
    const tries: Record<string, () => unknown> = {
      innerHTML: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      write: () => document.write('<p>x'),
      eval: () => Reflect.apply(Reflect.get(window, 'eval'), window, ['1']),
      function: () => Reflect.construct(Function, ['return 1']),
      source: () => (document.createElement('script').src = '/x.js'),
      worker: () => new Worker('/x.js'),
      handler: () => document.body.setAttribute('onclick', 'alert(1)'),
      frame: () => (document.createElement('iframe').srcdoc = '<p>x'),
      foreignPolicy: () => Reflect.get(page, 'trustedTypes').createPolicy('mine', {}),
      secondPolicy: () => Reflect.get(page, 'trustedTypes').createPolicy('default', {}),
    }
    const passed = Object.entries(tries).filter(([, work]) => {
      try {
        work()
        return true
      } catch {
        return false
      }
    })
    return passed.map(([name]) => name)
  })
  expect(outcome).toEqual([])
  await expect.poll(() => seen.violations.length).toBeGreaterThan(5)
})

test('the link of a confirmation mail leaves no token in any URL except its own', async ({ page }) => {
  const { secrets, addresses } = await watchPolicy(page)
  const email = newAddress('links')
  await signUp(page, email, 'Lina Links')
  await expect(page.getByText('Account created')).toBeVisible()
  await followMail(page, email, /confirm/i)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  // The page of the link removes the token from its URL before any other request.
  const leaks = secrets.filter((what) => !/^(request|page): [^?]+\/auth\/callback\?token_hash=/.test(what))
  expect(leaks).toEqual([])
  expect(secrets.filter((what) => what.startsWith('request: '))).toHaveLength(1)
  expect(addresses.some((address) => /\/auth\/callback\?type=email$/.test(address))).toBe(true)
  expect(page.url()).not.toContain('token')
  expect(await page.evaluate(() => document.referrer)).toBe('')
})

const elsewhere = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '//user:pass@evil.example',
  '/auth/callback?code=stolen',
]

test('next redirects to paths of the portal only', async ({ page }) => {
  const customer = await newMember('Nina Next')
  await openAs(page, customer.email)
  const origin = new URL(page.url()).origin
  const left: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin !== origin) left.push(request.url())
  })
  // One of each kind; libs/auth tests thirty more (safe-next.test.ts).
  for (const next of [
    'https://evil.example/',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/auth/callback?next=${encodeURIComponent(next)}`)
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    expect(page.url(), next).toBe(`${origin}/dashboard/customer`)
  }
  expect(left).toEqual([])
})

test('redirect_to redirects to paths of the portal only', async ({ page }) => {
  const origin = portal.url
  const allowed = [origin, origin.replace('127.0.0.1', 'localhost')]
  const tricks = [
    ...elsewhere,
    `${origin}@evil.example`,
    `${origin}.evil.example`,
    `${origin.replace('http:', 'http:\\\\')}`,
    `http://evil.example#${origin}`,
    `http://evil.example?x=${origin}/auth/callback`,
    `http://evil.example/${origin}`,
    `ftp://${new URL(origin).host}/`,
  ]
  for (const trick of tricks) {
    const { headers, status } = await page.request
      .get(`${origin}/auth/v1/verify?type=signup&token=none&redirect_to=${encodeURIComponent(trick)}`, {
        headers: { apikey: portal.publishableKey },
        maxRedirects: 0,
      })
      .then((answer) => ({ headers: answer.headers(), status: answer.status() }))
    expect([302, 303], trick).toContain(status)
    expect(allowed, trick).toContain(new URL(headers.location ?? '').origin)
  }
})

test('files never run in the portal: rejected, or downloaded and sandboxed', async ({ page }) => {
  const customer = await newMember('Fay Files')
  const ticket = await newTicket(customer)
  const client = await clientOf(customer)
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const bucket = client.storage.from('ticket-attachments')
  const script = '<script>alert(document.domain)</script>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
  const refused: [string, string, string][] = [
    ['picture.svg', 'image/svg+xml', svg],
    ['page.html', 'text/html', script],
    ['page.xhtml', 'application/xhtml+xml', script],
    ['feed.xml', 'application/xml', svg],
    ['run.js', 'text/javascript', 'alert(1)'],
    ['svg-as.png', 'image/png', svg],
    ['html-as.jpg', 'image/jpeg', script],
    ['html-as.gif', 'image/gif', script],
    ['html-as.pdf', 'application/pdf', script],
    ['html-as.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', script],
    ['double.png.html', 'image/png', script],
    ['upper.SVG', 'IMAGE/SVG+XML', svg],
    ['params.html', 'text/html; charset=utf-8', script],
    ['two.html', 'text/plain, text/html', script],
  ]
  for (const [name, contentType, body] of refused) {
    const { error } = await bucket.upload(`${ticket}/${name}`, body, { contentType })
    expect(error, name).not.toBeNull()
  }
  // Accepted with the declared type, whatever the content says.
  const kept: [string, string, Buffer][] = [
    ['page.txt', 'text/plain', Buffer.from(`<html>${script}`)],
    ['double.html.txt', 'text/plain', Buffer.from(script)],
    ['polyglot.gif', 'image/gif', Buffer.from(`GIF89a/*${script}*/=1;`)],
    [
      'active.pdf',
      'application/pdf',
      Buffer.from(`%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n${script}`),
    ],
  ]
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  for (const [name, contentType, body] of kept) {
    const path = `${ticket}/${name.replace('.html', '-html')}`
    expect((await bucket.upload(path, body, { contentType })).error, name).toBeNull()
    const { data } = await bucket.createSignedUrl(path, 60)
    const address = data?.signedUrl ?? ''
    for (const [how, headers] of [
      [address, {}],
      [`${portal.url}/storage/v1/object/ticket-attachments/${path}`, { authorization: `Bearer ${token}` }],
    ] as const) {
      const answer = await page.request.get(how, { headers })
      const got = answer.headers()
      expect(answer.status(), name).toBe(200)
      expect(got['x-content-type-options']).toBe('nosniff')
      expect(got['content-security-policy']).toBe("sandbox; default-src 'none'")
      expect(got['content-type']).toContain(contentType)
      expect(got['content-disposition']).toMatch(
        contentType === 'application/pdf' ? /^attachment/ : /^(attachment|inline)/,
      )
    }
    if (contentType === 'application/pdf') {
      const saved = page.waitForEvent('download')
      // A download aborts the navigation.
      await page.goto(address).catch(() => undefined)
      expect(await readFile(await (await saved).path())).toEqual(body)
    } else {
      await page.goto(address)
      expect(await page.evaluate(() => document.scripts.length)).toBe(0)
    }
    const download = await page.request.get(`${address}&download=`)
    expect(download.headers()['content-disposition']).toMatch(/^attachment/)
  }
  expect(ran).toEqual([])
})
