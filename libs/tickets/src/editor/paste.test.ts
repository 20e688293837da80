// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { parsePlain, sliceOfHtml } from './clipboard'
import { office } from '../testing/pastes/office'
import { web } from '../testing/pastes/web'
import { parseMessage } from './parse-message'
import { schema } from './schema'
import { writeMessage } from './write-message'

const pasted = (html: string): string =>
  writeMessage(schema.nodes.doc.create(null, sliceOfHtml(html).content))

describe('a paste', () => {
  it.each([...office, ...web])('%s', (_from, html, markdown) => {
    expect(pasted(html)).toBe(markdown)
    expect(writeMessage(parseMessage(markdown))).toBe(markdown)
  })

  it.each([
    ['as Markdown', '**a**\n- b', false, '**a**\n- b'],
    ['as it is with Ctrl+Shift+V', '**a**\n- b', true, '&#0042;&#0042;a&#0042;&#0042;\n&#0045; b'],
    ['with Windows line ends', 'a\r\nb', false, 'a\nb'],
  ])('of plain text %s', (_how, text, isPlain, markdown) =>
    expect(writeMessage(schema.nodes.doc.create(null, parsePlain(text, isPlain).content))).toBe(markdown),
  )

  it.each([
    ['400 nested elements', '<div>'.repeat(400) + 'deep'],
    ['300 nested lists', '<ul><li>'.repeat(300) + 'deep'],
    ['a table of 2,000 rows', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(2_000)}</table>`],
    ['100,000 characters of style', `<p style="${'x:y;'.repeat(25_000)}">deep</p>`],
  ])('of %s keeps its text', (_name, html) => expect(pasted(html)).toMatch(/^(deep|a)/))
})
