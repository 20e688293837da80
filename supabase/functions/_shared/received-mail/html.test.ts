import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { htmlToText } from './html.ts'

describe('the text of HTML', () => {
  it('keeps the cells of a row apart, and rows on lines of their own', () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    expect(htmlToText(`<table>${row('Name', 'Ann')}${row('Order', '4711')}</table>`)).toBe('Name  Ann\nOrder  4711')
    expect(htmlToText(`<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody>${row('Ink', '9 €')}</tbody></table>`)).toBe(
      'Item  Price\nInk  9 €',
    )
    // Empty cells are space of a layout.
    expect(htmlToText(`<table>${row('', 'Name', '&nbsp;', '<b>Ann</b>')}</table>`)).toBe('Name  Ann')
    expect(htmlToText(`<table><tr><td><p>Left</p></td><td><p>Right</p></td></tr></table>`)).toBe('Left\n\nRight')
    expect(htmlToText(`<table>${row(`<table>${row('a', 'b')}</table>`, 'c')}</table>`)).toBe('a  b\n\nc')
  })

  it.each([
    '<div style="display:none">secret</div>',
    '<span style="color:red; DISPLAY: none !important;">secret</span>',
    "<td style='display :none;max-height:0'>secret</td>",
    '<p hidden>secret</p>',
    '<template>secret</template>',
    '<style>secret</style>',
  ])('leaves out what is not shown: %s', (hidden) => expect(htmlToText(`<p>seen</p>${hidden}<p>too</p>`)).toMatch(/^seen\s+too$/))

  it('keeps links', () => {
    expect(htmlToText('See <a href="https://desk.example/42">the ticket</a>.')).toBe('See the ticket (https://desk.example/42).')
    expect(htmlToText('<a href="https://desk.example/">https://desk.example/</a>')).toBe('https://desk.example/')
    expect(htmlToText('<table><tr><td>Order</td><td><a href="https://desk.example/42">42</a></td></tr></table>')).toBe(
      'Order  42 (https://desk.example/42)',
    )
  })

  it('has none of the signs that mark its structure', () => {
    const signs = '&#xfdd0;&#xfdd1;\ufdd2\ufdd4&#64981;&#xfdd8;'
    expect(htmlToText(`<ul><li><div class="gmail_quote">a${signs}</div></ul><div id=appendonsend></div>${signs}`)).not.toMatch(/[\ufdd0-\ufdef]/)
  })

  it.each([
    ['cells of a row', (n: number) => `<table><tr>${'<td>a'.repeat(n)}`],
    ['rows', (n: number) => `<table>${'<tr><td>a<td>b'.repeat(n)}`],
    ['empty cells', (n: number) => `<table><tr>${'<td>'.repeat(n)}`],
    ['quotes of programs', (n: number) => '<div class=gmail_quote>a</div>'.repeat(n)],
    ['attributions', (n: number) => '<div class=gmail_attr>a</div>'.repeat(n)],
  ])('is read in linear time: %s', (_name, html) => {
    expect(growth((size) => htmlToText(html(size)), 2_000)).toBeLessThan(3)
  })
})
