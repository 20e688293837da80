// @vitest-environment jsdom
import { UiProvider } from '@helpdesk/ui'
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { hasMarkdown } from '../../model/markdown/has-markdown'
import { Markdown } from './Markdown'
import { AsTyped, MessageText } from './MessageText'

const show = (text: string) =>
  render(
    <UiProvider>
      <div data-testid="message">
        <Markdown text={text} />
      </div>
    </UiProvider>,
  )
const message = () => screen.getByTestId('message')

describe('Markdown', () => {
  it('formats bold, italic, code, quotes, lists and links', () => {
    show(
      'Use **bold**, *italic* and `code`:\n\n- one\n- two\n\n3. three\n\n> quoted\n\n```\n  indented\n```\n[the guide](https://example.com/guide)',
    )
    const inside = within(message())
    expect(inside.getByText('bold').tagName).toBe('STRONG')
    expect(inside.getByText('italic').tagName).toBe('EM')
    expect(inside.getByText('code').tagName).toBe('CODE')
    expect(inside.getByText('quoted').closest('blockquote')).not.toBeNull()
    expect(inside.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two', 'three'])
    expect(message().querySelector('ol')).toHaveAttribute('start', '3')
    expect(message().querySelector('pre')).toHaveTextContent('indented')
    const link = inside.getByRole('link', { name: 'the guide' })
    expect(link).toHaveAttribute('href', 'https://example.com/guide')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(message()).toHaveTextContent('the guide (example.com)')
  })

  it('lets each block go the way of its text', () => {
    show('مرحبا\n\n- شكرا\n- ok\n\n> Hello\n> שלום\n\n```\nnpm i\n```')
    const [words, list, quote, code] = [...(message().firstElementChild?.children ?? [])]
    expect(words).toHaveAttribute('dir', 'auto')
    expect(list).toHaveAttribute('dir', 'rtl')
    expect(quote).toHaveAttribute('dir', 'ltr')
    expect(code).toHaveAttribute('dir', 'ltr')
  })

  it('keeps line breaks and the number of empty lines', () => {
    show('**a**\nb\n\n\nc')
    const [first, second] = message().querySelectorAll('p')
    expect(first?.textContent).toBe('a\nb')
    expect(second).toHaveStyle({ marginTop: '2lh' })
  })

  it.each([
    ['quotes', '>'.repeat(9_990)],
    ['lists', '- '.repeat(4_990)],
    ['ordered lists', '1. '.repeat(3_300)],
    ['emphasis', '*a_'.repeat(3_300)],
    ['links', '[a]('.repeat(2_400)],
    ['lists line by line', Array.from({ length: 90 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')],
  ])('shows %s that are nested without end as typed', (_name, text) => {
    show(text)
    expect(message().textContent).toBe(text)
    expect(message().querySelectorAll('blockquote, li, em').length).toBe(0)
  })

  it.each([
    ['lists in each line', '- - - - -\n'.repeat(101)],
    ['list items', '- - a\n'.repeat(251)],
    ['quotes and lists', '>\ta\n1. 1. >'.repeat(200)],
    ['nodes', '- # x *a* y\n# b\n'.repeat(499)],
  ])('shows too many %s as typed', (_name, text) => {
    show(text)
    expect(message().textContent).toBe(text)
    expect(message().querySelectorAll('blockquote, li, strong').length).toBe(0)
  })

  it('formats a list of 200 items', () => {
    show('- an *item* of a list\n'.repeat(200))
    expect(message().querySelectorAll('li em')).toHaveLength(200)
  })

  it('formats 20 quotes and lists within one another', () => {
    show(`${'> '.repeat(20)}a\n\n${'- '.repeat(20)}b`)
    expect(message().querySelectorAll('blockquote')).toHaveLength(20)
    expect(message().querySelectorAll('li')).toHaveLength(20)
  })

  it('shows headings as bold text', () => {
    show('# Steps\nText')
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.getByText('Steps').tagName).toBe('STRONG')
  })

  it('links plain URLs, but not inside code', () => {
    show('**See** https://example.com/a and `https://example.com/b`')
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['https://example.com/a'])
  })

  it('leaves the links of messages for which the page has no time', () => {
    const text = '**See** https://example.com/a'
    render(
      <UiProvider>
        <AsTyped value>
          <MessageText>{text}</MessageText>
        </AsTyped>
      </UiProvider>,
    )
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it.each([
    'C:\\_tools\\*.txt and \\\\server\\share',
    'AT&amp;T &lt;b&gt;',
    'Kind regards\n---\nPat',
    '    indented by four',
    '[ref]: https://example.com',
  ])('leaves %j as typed', (text) => {
    show(text)
    expect(message().textContent?.trim()).toBe(text.trim())
  })

  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:alert(1))',
    '[a](//evil.example/x)',
    '[a](/tickets)',
    '<javascript:alert(1)>',
    '![a](https://evil.example/pixel.png)',
    '[![a](https://evil.example/pixel.png)](javascript:alert(1))',
    '<img src=x onerror=alert(1)>',
    '<details open ontoggle=alert(1)>x</details>',
    '<script>alert(1)</script>\n\n**x**',
    '```"><img src=x onerror=alert(1)>\ncode\n```',
    '[a](https://example.com "x" onmouseover="alert(1)")',
    '[a](</x" onmouseover="alert(1)>)',
  ])('renders %j without active content', (text) => {
    show(text)
    expect(message().querySelector('img, script, iframe, details, svg, input, style')).toBeNull()
    for (const element of message().querySelectorAll('*'))
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on/)
    for (const link of message().querySelectorAll('a'))
      expect(link.getAttribute('href')).toMatch(/^(https?:\/\/|mailto:)/)
  })

  it.each([
    ['https://bank.example', 'https://evil.example/login', 'https://bank.example (evil.example)'],
    [
      'https://evil.example.com/login',
      'https://evil.example',
      'https://evil.example.com/login (evil.example)',
    ],
    ['https://bank.example/a', 'https://bank.example/b', 'https://bank.example/a'],
  ])('names the host of a link whose text promises another: %s to %s', (label, href, shown) => {
    show(`[${label}](${href})`)
    expect(message().textContent?.trim()).toBe(shown)
  })
})

describe('MessageText', () => {
  const open = (text: string) =>
    render(
      <UiProvider>
        <MessageText>{text}</MessageText>
      </UiProvider>,
    )

  it.each(['', '**b** '])(
    'breaks up more marks on one letter than the page can lay out: %j',
    async (before) => {
      open(`${before}a${'\u0301'.repeat(90)}`)
      const shown = await screen.findByText(/\u0301{30} \u0301{30} \u0301{30}$/)
      expect(shown.textContent).not.toMatch(/\u0301{31}/)
    },
  )

  it('shows the text at once and formats it when the code has loaded', async () => {
    open('Please **restart** it')
    expect(screen.getByText(/restart/)).toBeVisible()
    expect((await screen.findByText('restart')).tagName).toBe('STRONG')
  })

  it.each([
    ['plain text', false],
    ['2 - 1, a.b, C:\\x', false],
    ['a **b**', true],
    ['1. one', true],
    ['> quote', true],
    ['[a](b)', true],
  ])('needs the parser for %j: %s', (text, expected) => expect(hasMarkdown(text)).toBe(expected))
})
