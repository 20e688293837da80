import { describe, expect, it } from 'vitest'
import { contrast, DARK, LIGHT, mailColors } from './mail-colors.ts'
import { renderMailHtml } from './mail-html.ts'

const accents = [
  '',
  '#2453c9',
  '#000000',
  '#ffffff',
  '#ffee00',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0b5f6b',
  '#ff8800',
]

describe('mailColors', () => {
  it.each(accents)('can be read with the accent %j, in the light and the dark', (accent) => {
    const { accent: button, onAccent, link, darkLink } = mailColors(accent)
    expect(contrast(button, onAccent)).toBeGreaterThanOrEqual(4.5)
    for (const background of [LIGHT.card, LIGHT.page])
      expect(contrast(link, background)).toBeGreaterThanOrEqual(4.5)
    for (const background of [DARK.card, DARK.page])
      expect(contrast(darkLink, background)).toBeGreaterThanOrEqual(4.5)
  })

  it('keeps a color that can be read', () => {
    expect(mailColors('#0b5f6b')).toMatchObject({ accent: '#0b5f6b', link: '#0b5f6b' })
    expect(mailColors('#ffee00')).toMatchObject({ accent: '#ffee00', onAccent: '#000000' })
  })

  it.each(['red', '#fff', '#12345g', '#000000;x:y'])('takes %j for no color', (accent) =>
    expect(mailColors(accent)).toEqual(mailColors()),
  )

  it.each([LIGHT, DARK])('has texts that can be read (%#)', ({ page, card, text, muted }) => {
    for (const background of [page, card])
      for (const color of [text, muted]) expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(DARK.text, DARK.border)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the dark style of a mail', () => {
  const html = renderMailHtml({
    title: 'T',
    brand: { name: 'Acme', accent: '#ffee00', logo: 'cid:x' },
    above: [],
    footer: ['F'],
    action: 'Go',
    link: 'https://a.example',
  })

  it('is declared, and replaces the color of every element that has one', () => {
    expect(html).toContain(
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    )
    const dark = html.slice(html.indexOf('@media (prefers-color-scheme:dark)'), html.indexOf('</style>'))
    const body = html.slice(html.indexOf('<body'))
    for (const [element, style] of body.matchAll(/<[a-z]+[^>]*style="([^"]*)"[^>]*>/g)) {
      if (!/(?:^|;)(?:color|background|border)[^;]*#/.test(style ?? '') || element.startsWith('<img'))
        continue
      const name = /class="([^"]+)"/.exec(element)?.[1] ?? element
      expect(dark).toContain(`.${name}{`)
    }
  })

  it('keeps a logo on white', () =>
    expect(html).toContain('background:#ffffff linear-gradient(#ffffff,#ffffff)'))
})
