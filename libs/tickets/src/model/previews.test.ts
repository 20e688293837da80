import { describe, expect, it } from 'vitest'
import { decodeText, nextZoom, previewKind, TEXT_PREVIEW_BYTES, ZOOM_STEPS } from './previews'

describe('previewKind', () => {
  it.each([
    ['a.png', 'image/png', 'image'],
    ['a.JPG', 'image/jpeg', 'image'],
    ['a.gif', 'image/gif', 'image'],
    ['a.pdf', 'application/pdf', 'pdf'],
    ['a.txt', 'text/plain', 'text'],
    ['a.doc', 'application/msword', 'none'],
    // Extension and content type disagree.
    ['a.pdf', 'image/png', 'none'],
    ['a.svg', 'image/svg+xml', 'none'],
    ['a.txt', 'text/html', 'none'],
    ['a', 'constructor', 'none'],
  ])('of %s with type %s is %s', (file_name, file_type, kind) =>
    expect(previewKind({ file_name, file_type })).toBe(kind),
  )
})

describe('decodeText', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  it('leaves markup and line endings unchanged', () =>
    expect(decodeText(bytes('<b>ü</b>\r\n'))).toEqual({ text: '<b>ü</b>\r\n', cut: false }))
  it('truncates after exactly 200 kB', () => {
    expect(decodeText(bytes('x'.repeat(TEXT_PREVIEW_BYTES))).cut).toBe(false)
    const longer = decodeText(bytes('x'.repeat(TEXT_PREVIEW_BYTES + 1)))
    expect(longer).toEqual({ text: 'x'.repeat(TEXT_PREVIEW_BYTES), cut: true })
  })
  it('truncates what changes its direction more often than a browser can lay out', () => {
    const { text, cut } = decodeText(bytes('a\u05d0'.repeat(30_000)))
    expect([text.length, cut]).toEqual([10_001, true])
  })
  it('drops a character split by the truncation', () => {
    const { text } = decodeText(bytes(`${'x'.repeat(TEXT_PREVIEW_BYTES - 1)}ü`))
    expect(text).toBe('x'.repeat(TEXT_PREVIEW_BYTES - 1))
  })
  it('reads Windows-1252 and both byte orders of UTF-16', () => {
    expect(decodeText(Uint8Array.of(0x66, 0xfc, 0x72)).text).toBe('für')
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x66, 0)).text).toBe('f')
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0x66)).text).toBe('f')
  })
  it('returns empty text for an empty file', () =>
    expect(decodeText(new Uint8Array())).toEqual({ text: '', cut: false }))
})

it('nextZoom moves by one step and stops at the ends', () => {
  let zoom = 0.5
  const seen = [zoom]
  while (nextZoom(zoom, 1) !== zoom) seen.push((zoom = nextZoom(zoom, 1)))
  expect(seen).toEqual([...ZOOM_STEPS])
  expect(nextZoom(0.5, -1)).toBe(0.5)
  expect(nextZoom(1, -1)).toBe(0.75)
})
