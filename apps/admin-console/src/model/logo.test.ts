import { expect, it } from 'vitest'
import { logoOf } from './logo'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ofSize = (bytes: number) => Uint8Array.from({ length: bytes }, (_, at) => png[at] ?? 0)
const text = (content: string) => new TextEncoder().encode(content)

it.each([
  ['PNG', Uint8Array.from(png), 'data:image/png;base64,iVBORw0KGgo='],
  ['JPEG', Uint8Array.from([0xff, 0xd8, 0xff]), 'data:image/jpeg;base64,/9j/'],
  ['WebP', text('RIFF1234WEBP'), 'data:image/webp;base64,UklGRjEyMzRXRUJQ'],
])('accepts %s', (_, bytes, logo) => expect(logoOf(bytes)).toEqual({ logo }))

it.each([
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['sound', text('RIFF1234WAVE')],
  ['nothing', text('')],
])('rejects %s', (_, bytes) =>
  expect(logoOf(bytes)).toEqual({ problem: 'Choose a PNG, JPEG or WebP image.' }),
)

it('accepts 32 kB and no more', () => {
  expect(logoOf(ofSize(32_000))).toHaveProperty('logo')
  expect(logoOf(ofSize(32_001))).toEqual({ problem: 'The image is 33 kB. The limit is 32 kB.' })
})
