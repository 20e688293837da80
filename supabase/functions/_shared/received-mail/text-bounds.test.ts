import { describe, expect, it } from 'vitest'
import { htmlToText } from './html/html.ts'
import { parseMail } from './parse.ts'
import { textBetweenTags } from './text-bounds.ts'

const mailOf = (type: string, body: string) =>
  new TextEncoder().encode(
    [
      'From: olive@example.org',
      `Content-Type: ${type}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  )
const shortened = '… (shortened; the original email is available)'

/** Far above what a bounded conversion takes, far below one that writes all lines once more for each level. */
const MAX_MS = 2_000

describe('the text of HTML', () => {
  const quotes = '<blockquote>'.repeat(190)
  const lists = '<ul><li>'.repeat(95)
  const lines = `<pre>${'x\n'.repeat(200_000)}`
  it.each([
    ['lines in quotes', quotes + lines],
    ['lines by their numbers in quotes', `${quotes}<pre>${'x&#10;'.repeat(200_000)}`],
    ['rules in quotes', quotes + '<hr>'.repeat(14_700)],
    ['lines in lists', lists + lines],
    ['rules in lists', lists + '<hr>'.repeat(14_700)],
    ['rules in numbered lists', '<ol start=99999999999999999999><li>'.repeat(95) + '<hr>'.repeat(14_700)],
    ['quotes in lists', '<blockquote><ul><li>'.repeat(60) + '<p>a<hr>'.repeat(7_000)],
    ['lines in tables', '<table><tr><td>'.repeat(60) + lines],
    ['words in links', '<a href=x>'.repeat(190) + 'x '.repeat(900_000)],
  ])(
    'is read in time: %s',
    async (_name, html) => {
      const raw = mailOf('text/html', html)
      const before = process.cpuUsage()
      await parseMail(raw, {})
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(MAX_MS)
    },
    120_000,
  )

  it('has deep quotes and lists as plain blocks', () => {
    const within = (tags: string, depth: number) => htmlToText(`${tags.repeat(depth)}x`)
    expect(within('<blockquote>', 3)).toBe('> > > x')
    expect(within('<blockquote>', 50)).toBe(`${'> '.repeat(20)}x`)
    expect(within('<ul><li>', 50)).toMatch(/^(\* ){20}x$/)
    // Each of many beside one another is a quote.
    expect(htmlToText('<blockquote>x</blockquote>'.repeat(30))).toBe(Array(30).fill('> x').join('\n\n'))
  })

  it.each([
    ['type=I start=4000', 4000],
    ['type=I start=-1', -1],
    ['type=I start=x', 1],
  ])('has a numbered list whose numbers cannot be Roman: %s', async (attributes, first) => {
    const { content } = await parseMail(mailOf('text/html', `Help<ol ${attributes}><li>one<li>two</ol>`), {})
    expect(content).toMatch(new RegExp(`^Help\\n+ ${first}\\. +one\\n ${first + 1}\\. +two$`))
  })

  it('keeps Roman numbers and links', () => {
    expect(htmlToText('<ol type=i start=0.12345678><li>x</ol>')).toBe('i. x')
    expect(htmlToText('<ol type=I start=4><li>x<li><a href="https://a.example">y</a></ol>')).toBe(
      'IV. x\n V.  y (https://a.example)',
    )
  })

  it('is that between the tags when nothing else can be read', () => {
    expect(textBetweenTags('a<b>b</b><i')).toBe('a b  ')
  })
})

describe('a mail with more lines than are read', () => {
  const blanks = '\n'.repeat(60_000)
  it.each([
    ['plain text', 'text/plain', `Read me.${blanks}end`],
    ['HTML', 'text/html', `<pre>Read me.${blanks}end</pre>`],
    ['HTML with many tags', 'text/html', `Read me.${`<p>${'<i></i>'.repeat(2_000)}</p>`.repeat(5)}end`],
  ])('says that it was shortened: %s', async (_name, type, body) => {
    expect(await parseMail(mailOf(type, body), {})).toMatchObject({
      content: `Read me.\n\n${shortened}`,
      quoted: '',
    })
  })

  it('says so below its history', async () => {
    const { content, quoted } = await parseMail(
      mailOf('text/plain', `Thanks!\n\nOn Mon, 1 Jan 2024 Bob wrote:\n${'> x\n'.repeat(6_000)}`),
      {},
    )
    expect(content).toBe('Thanks!')
    expect(quoted).toMatch(/^On Mon, 1 Jan 2024 Bob wrote:\n> x\n/)
    expect(quoted.endsWith(`> x\n\n${shortened}`)).toBe(true)
  })
})
