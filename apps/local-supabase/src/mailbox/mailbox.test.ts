import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailbox } from './handler'

let dir = ''
const origin = 'http://127.0.0.1:4350'
const mail = (to: string, subject = 'Hello') => ({ to, subject, text: 'plain', html: '<p>rich</p>' })

function call(path: string, init: RequestInit = {}, box = createMailbox(dir)) {
  const request = new Request(origin + path, init)
  return box
    .handler(request, new URL(request.url))
    .then((answer) => answer ?? new Response(null, { status: 599 }))
}
const messages = async (query = '') => {
  const list: { id: string; to: string; subject: string }[] = await (
    await call(`/mail/api/messages${query}`)
  ).json()
  return list
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'helpdesk-mail-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('the local mailbox', () => {
  it('lists newest first, filters by recipient, and survives a restart', async () => {
    const box = createMailbox(dir)
    for (const subject of ['one', 'two', 'three']) await box.deliver(mail('a@example.com', subject))
    await box.deliver(mail('b@example.com', 'other'))
    expect((await messages()).map((message) => message.subject)).toEqual(['other', 'three', 'two', 'one'])
    expect((await messages('?to=A@Example.com')).map((message) => message.subject)).toEqual([
      'three',
      'two',
      'one',
    ])
  })

  it('keeps the newest thousand', async () => {
    const box = createMailbox(dir)
    for (let index = 0; index < 1003; index += 1) await box.deliver(mail('a@example.com', String(index)))
    const list = await messages()
    expect(list).toHaveLength(1000)
    expect(list[0]?.subject).toBe('1002')
    expect(list.at(-1)?.subject).toBe('3')
  })

  it('skips an invalid file and leaves no temporary file', async () => {
    await writeFile(join(dir, '00000000000000001.json'), '{"half":')
    const box = createMailbox(dir)
    await box.deliver(mail('a@example.com'))
    expect(await messages()).toHaveLength(1)
    expect((await readdir(dir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('returns and removes one message', async () => {
    const box = createMailbox(dir)
    await box.deliver(mail('a@example.com'))
    const [first] = await messages()
    const path = `/mail/api/messages/${first?.id}`
    expect(await (await call(path, {}, box)).json()).toMatchObject({
      to: 'a@example.com',
      html: '<p>rich</p>',
    })
    expect((await call(path, { method: 'DELETE' }, box)).status).toBe(204)
    expect((await call(path, {}, box)).status).toBe(404)
  })

  it('shows a mail in a sandbox whose links may navigate the tab, and escapes the rest', async () => {
    const box = createMailbox(dir)
    await box.deliver({
      to: '<b>@x',
      subject: '<script>1</script>',
      text: '',
      html: '<a href="/v?a=1&b=2">"Go"</a>',
    })
    const [first] = await messages()
    const answer = await call(`/mail/${first?.id}`, {}, box)
    const html = await answer.text()
    expect(html).toContain('sandbox="allow-top-navigation-by-user-activation"')
    expect(html).toContain('&lt;a href=&quot;/v?a=1&amp;b=2&quot;&gt;&quot;Go&quot;&lt;/a&gt;')
    expect(html).toContain('&lt;base target=&quot;_top&quot;&gt;')
    expect(html).not.toContain('<script>')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('refuses requests that are not local', async () => {
    for (const path of ['/mail', '/mail/api/messages'])
      expect((await call(path, { headers: { host: '127.0.0.1.evil.example' } })).status).toBe(403)
  })

  it('accepts its own form, whose origin the browser hides', async () => {
    const own = { host: '127.0.0.1:4350', origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect((await call('/mail/x/delete', { method: 'POST', headers: own })).status).toBe(303)
    expect((await call('/mail/x/delete', { method: 'POST', headers: { origin: 'null' } })).status).toBe(403)
  })

  it('refuses pages of another origin', async () => {
    const foreign = { host: '127.0.0.1:4350', origin: 'http://127.0.0.1:9999' }
    expect((await call('/mail/api/messages', { headers: foreign })).status).toBe(403)
    expect((await call('/mail/x/delete', { method: 'POST', headers: foreign })).status).toBe(403)
    expect((await call('/mail/api/messages', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    )
  })
})
