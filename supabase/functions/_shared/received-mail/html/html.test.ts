import { describe, expect, it } from 'vitest'
import { htmlToText } from './html.ts'
import { parseMail } from '../parse.ts'

describe('the text of HTML', () => {
  it('keeps the cells of a row apart, and rows on lines of their own', () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    expect(htmlToText(`<table>${row('Name', 'Ann')}${row('Order', '4711')}</table>`)).toBe(
      'Name  Ann\nOrder  4711',
    )
    expect(
      htmlToText(
        `<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody>${row('Ink', '9 €')}</tbody></table>`,
      ),
    ).toBe('Item  Price\nInk  9 €')
    // Empty cells are space of a layout.
    expect(htmlToText(`<table>${row('', 'Name', '&nbsp;', '<b>Ann</b>')}</table>`)).toBe('Name  Ann')
    expect(htmlToText(`<table><tr><td><p>Left</p></td><td><p>Right</p></td></tr></table>`)).toBe(
      'Left\n\nRight',
    )
    expect(htmlToText(`<table>${row(`<table>${row('a', 'b')}</table>`, 'c')}</table>`)).toBe('a  b\n\nc')
  })

  it.each([
    '<div style="display:none">secret</div>',
    '<span style="color:red; DISPLAY: none !important;">secret</span>',
    "<td style='display :none;max-height:0'>secret</td>",
    '<p hidden>secret</p>',
    '<template>secret</template>',
    '<style>secret</style>',
  ])('leaves out what is not shown: %s', (hidden) =>
    expect(htmlToText(`<p>seen</p>${hidden}<p>too</p>`)).toMatch(/^seen\s+too$/),
  )

  it('keeps links', () => {
    expect(htmlToText('See <a href="https://desk.example/42">the ticket</a>.')).toBe(
      'See the ticket (https://desk.example/42).',
    )
    expect(htmlToText('<a href="https://desk.example/">https://desk.example/</a>')).toBe(
      'https://desk.example/',
    )
    expect(
      htmlToText('<table><tr><td>Order</td><td><a href="https://desk.example/42">42</a></td></tr></table>'),
    ).toBe('Order  42 (https://desk.example/42)')
  })

  it('has none of the signs that mark its structure', () => {
    const signs = '&#xfdd0;&#xfdd1;\ufdd2\ufdd4&#64981;&#xfdd8;'
    expect(
      htmlToText(`<ul><li><div class="gmail_quote">a${signs}</div></ul><div id=appendonsend></div>${signs}`),
    ).not.toMatch(/[\ufdd0-\ufdef]/)
  })

  /** Far above what a linear reader takes for as many tags as are read, far below a quadratic one. */
  const MAX_MS = 4_000
  it.each([
    ['cells of a row', `<table><tr>${'<td>a'.repeat(14_000)}`],
    ['rows', `<table>${'<tr><td>a<td>b'.repeat(5_000)}`],
    ['empty cells', `<table><tr>${'<td>'.repeat(14_000)}`],
    ['tables within tables', '<table><tr><td>a<td>b'.repeat(3_000)],
    ['quotes of programs', '<div class=gmail_quote>a</div>'.repeat(7_000)],
    [
      'quotes of programs within one another',
      '<div class=gmail_quote>On 1 Jan 2026 Bob wrote:<br>'.repeat(7_000),
    ],
    ['attributions', '<div class=gmail_attr>a</div>'.repeat(7_000)],
    ['quotes', '<blockquote type=cite>a</blockquote>'.repeat(7_000)],
    ['marks', '<div id=divRplyFwdMsg>From: a<br></div>'.repeat(4_000)],
  ])(
    'is read in time: %s',
    async (_name, html) => {
      const raw = new TextEncoder().encode(`From: ann@example.com\r\nContent-Type: text/html\r\n\r\n${html}`)
      const before = process.cpuUsage()
      await parseMail(raw, {})
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(MAX_MS)
    },
    30_000,
  )
})
