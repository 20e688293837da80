import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { readCompressedRtf, rtfToText } from './rtf.ts'

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const decode = (content: Uint8Array) => new TextDecoder('latin1').decode(content)
const read = (base64: string) => rtfToText(readCompressedRtf(bytes(base64)), decode)

// Written by another program.
const compressed =
  '5QAAAA0BAABMWkZ1FMmGAQMACgByY3BnMTI1njIA9AH3AqcCAGNoCsBAc2V0MCBDB0BpLmIFEAKAApEqCbBlbqkEkGF0BbFSDeBoCYBnAdACggjmIDsJbw4wNUkCgFx2CJB3awuAZJI0DGBjMQrlc2EB0A8C0QvDDlALYG5nNyAIR3V0EYAgVGFnCCwgZAiQIEhlabR6dRcgIAQABUBrB0CEdC4Ko0dyXCcP8BEZ0GRmZQyDdTgzcDY0PzEWURCwEZAgrkUVQBgwAABwDeB0CqAHFyACYAUgIDg5NTCwNGU0NxTACrF9HcA='
const stored =
  'GQEAAA0BAABNRUxBAAAAAHtccnRmMVxhbnNpXGFuc2ljcGcxMjUyXGRlZmYwe1xmb250dGJse1xmMFxmbmlsXGZjaGFyc2V0MCBDYWxpYnJpO319e1wqXGdlbmVyYXRvciBSaWNoZWQyMDt9e1xjb2xvcnRibCA7XHJlZDBcZ3JlZW4wXGJsdWUyNTU7fVx2aWV3a2luZDRcdWMxIFxwYXJkXHNhMjAwXGYwXGZzMjJcbGFuZzcgR3V0ZW4gVGFnLCBkaWUgSGVpenVuZyBpc3Qga2FsdC5ccGFyIEdyXCdmY1wnZGZlXHRhYlx1ODM2ND8xMDBcbGluZSBFbmRlIHtccGljdFxwbmdibGlwIDg5NTA0ZTQ3fVxwYXJ9'
const html =
  '1wAAAHoBAABMWkZ16VfTcgMACgByY3BnMTI1gjIDQ2h0bWwxAzHwYmlkaQMwAQMB9wKkLwPkBxMCgAKRKgmwZW45BJBhdAWyDeADYHNvPwGAApER0A6yAZAOEDkgSjwOsj4TKjY0FABwHxRgE2MAIQrlFbUwIEgEZWwJACBXXCdmUDZybGQTOTgVQWJ7FYkAAGIDMBaXBuEWdyCnFZcXABM5OTIUAC8Y+f8KohaHEzkBwBzhFXEKgBSPJn0GYAWgbmQDMHtsOQuAZVwTKh9GEzkyNwsc4RQkfSSQ'

describe('RTF of Outlook', () => {
  it.each([
    ['compressed', compressed, 'Guten Tag, die Heizung ist kalt.\nGrüße\t€100\nEnde'],
    ['stored', stored, 'Guten Tag, die Heizung ist kalt.\nGrüße\t€100\nEnde'],
    ['with HTML in it', html, 'Hello Wörldbold\nSecond {line}'],
  ])('is read as text: %s', (_name, base64, text) => {
    expect(read(base64)).toBe(text)
  })

  it('may be cut off or changed anywhere', () => {
    const whole = bytes(compressed)
    for (let length = 0; length < whole.length; length += 1)
      expect(() => readCompressedRtf(whole.subarray(0, length))).not.toThrow()
    for (let at = 0; at < whole.length; at += 1) {
      const broken = whole.slice()
      broken[at] = 0xff
      expect(readCompressedRtf(broken).length).toBeLessThanOrEqual(2_000_000)
    }
  })

  it.each([
    ['groups', '{'],
    ['closed groups', '{}'],
    ['words', '\\par'],
    ['bytes', "\\'e4"],
    ['signs without a word', '\\1'],
    ['Unicode', '\\u8364?'],
  ])('is read in linear time: %s', (_name, piece) => {
    expect(growth((size) => rtfToText(`{\\rtf1 ${piece.repeat(size)}`, decode), 100_000)).toBeLessThan(3)
  })
})
