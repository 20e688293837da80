import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { root } from '../settings'
import { renderMail } from './templates'

const values = {
  SiteURL: 'https://help.example',
  RedirectTo: 'https://help.example/auth/callback?next=%2Ftickets&x=1',
  TokenHash: 'pkce_0a1b',
  Email: '"<b>"@example.com',
  NewEmail: 'new&<b>@example.com',
}
const configured = z
  .object({
    auth: z.object({
      email: z.object({
        template: z.record(z.string(), z.object({ subject: z.string(), content_path: z.string() })),
      }),
    }),
  })
  .parse(parse(readFileSync(join(root, 'supabase/config.toml'), 'utf8'))).auth.email.template

describe('supabase/templates', () => {
  it('are all listed in config.toml', () => {
    const files = readdirSync(join(root, 'supabase/templates')).map((name) => `./supabase/templates/${name}`)
    expect(Object.values(configured).map(({ content_path }) => content_path)).toEqual(
      expect.arrayContaining(files),
    )
  })

  it.each(Object.entries(configured))('%s leads to a page of the portal', (_, { subject, content_path }) => {
    const html = readFileSync(join(root, content_path), 'utf8')
    const mail = renderMail({ subject, html }, 'to@example.com', values)
    expect(mail).toMatchObject({ to: 'to@example.com', subject })
    expect(mail.html + mail.text).not.toMatch(/\{\{|\/auth\/v1\//)
    expect(mail.html).not.toContain('<b>')
    const links = mail.text.match(/https?:\/\/\S+/g) ?? []
    expect(links).toHaveLength(1)
    const { pathname, searchParams } = new URL(links[0] ?? '')
    expect(['/auth/callback', '/auth/reset-password']).toContain(pathname)
    expect(searchParams.get('token_hash')).toBe(values.TokenHash)
    if (pathname === '/auth/callback') expect(searchParams.get('redirect_to')).toBe(values.RedirectTo)
  })
})

describe('renderMail', () => {
  const render = (html: string) => renderMail({ subject: 'S', html }, 'to@example.com', values)

  it('escapes values in the text and percent-encodes them in the query of a link', () => {
    const mail = render('<p>{{ .NewEmail }}</p><a href="{{ .SiteURL }}/?e={{.NewEmail}}">Go</a>')
    expect(mail.html).toBe(
      '<p>new&amp;&lt;b&gt;@example.com</p><a href="https://help.example/?e=new%26%3Cb%3E%40example.com">Go</a>',
    )
    expect(mail.text).toBe('new&<b>@example.comGo: https://help.example/?e=new%26%3Cb%3E%40example.com\n')
  })

  it.each(['{{ .Token }}', '{{ if .Email }}x{{ end }}', '{{ .Data.name }}', '{{ .constructor }}'])(
    'refuses %s',
    (html) => expect(() => render(html)).toThrow('not supported'),
  )
})
