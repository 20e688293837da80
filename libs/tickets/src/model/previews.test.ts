import { describe, expect, it } from 'vitest'
import { decodeText, nextZoom, previewKind, TEXT_PREVIEW_BYTES, ZOOM_STEPS } from './previews'

describe('what can be shown', () => {
  it.each([
    ['a.png', 'image/png', 'image'],
    ['a.JPG', 'image/jpeg', 'image'],
    ['a.gif', 'image/gif', 'image'],
    ['a.pdf', 'application/pdf', 'pdf'],
    ['a.txt', 'text/plain', 'text'],
    ['a.doc', 'application/msword', 'none'],
    // Name and record disagree.
    ['a.pdf', 'image/png', 'none'],
    ['a.svg', 'image/svg+xml', 'none'],
    ['a.txt', 'text/html', 'none'],
    ['a', 'constructor', 'none'],
  ])('%s as %s is %s', (file_name, file_type, kind) =>
    expect(previewKind({ file_name, file_type })).toBe(kind),
  )
})

describe('text', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  it('is shown as it is, markup included', () =>
    expect(decodeText(bytes('<b>ü</b>\r\n'))).toEqual({ text: '<b>ü</b>\r\n', cut: false }))
  it('is cut after 200 kB and not a byte before', () => {
    expect(decodeText(bytes('x'.repeat(TEXT_PREVIEW_BYTES))).cut).toBe(false)
    const longer = decodeText(bytes('x'.repeat(TEXT_PREVIEW_BYTES + 1)))
    expect(longer).toEqual({ text: 'x'.repeat(TEXT_PREVIEW_BYTES), cut: true })
  })
  it('leaves out a character that the cut halves', () => {
    const { text } = decodeText(bytes(`${'x'.repeat(TEXT_PREVIEW_BYTES - 1)}ü`))
    expect(text).toBe('x'.repeat(TEXT_PREVIEW_BYTES - 1))
  })
  it('reads old Latin and both kinds of UTF-16', () => {
    expect(decodeText(Uint8Array.of(0x66, 0xfc, 0x72)).text).toBe('für')
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x66, 0)).text).toBe('f')
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0, 0x66)).text).toBe('f')
  })
  it('is empty for an empty file', () =>
    expect(decodeText(new Uint8Array())).toEqual({ text: '', cut: false }))
})

it('zooms step by step and stops at the ends', () => {
  let zoom = 0.5
  const seen = [zoom]
  while (nextZoom(zoom, 1) !== zoom) seen.push((zoom = nextZoom(zoom, 1)))
  expect(seen).toEqual([...ZOOM_STEPS])
  expect(nextZoom(0.5, -1)).toBe(0.5)
  expect(nextZoom(1, -1)).toBe(0.75)
})
