import { describe, expect, it } from 'vitest'
import { contentTypeOf, extensionFor, extensionOf, FILE_TYPES, hasBytesOf } from './file-types.ts'

const bytes = (...values: (number | string)[]) =>
  new Uint8Array(
    values.flatMap((value) =>
      typeof value === 'string' ? [...value].map((letter) => letter.charCodeAt(0)) : [value],
    ),
  )

const real: Record<string, Uint8Array> = {
  png: bytes(0x89, 'PNG\r\n'),
  jpg: bytes(0xff, 0xd8, 0xff, 0xe0),
  jpeg: bytes(0xff, 0xd8, 0xff, 0xe1),
  gif: bytes('GIF89a'),
  webp: bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 '),
  heic: bytes(0, 0, 0, 0x18, 'ftypheic'),
  heif: bytes(0, 0, 0, 0x18, 'ftypmif1'),
  bmp: bytes('BM', 0, 0),
  tif: bytes('II*', 0),
  tiff: bytes('MM', 0, '*'),
  pdf: bytes('%PDF-1.7'),
  doc: bytes(0xd0, 0xcf, 0x11, 0xe0),
  xls: bytes(0xd0, 0xcf, 0x11, 0xe0),
  ppt: bytes(0xd0, 0xcf, 0x11, 0xe0),
  rtf: bytes('{\\rtf1'),
  txt: bytes('Hello'),
  log: bytes('Hello'),
  md: bytes('# Hello'),
  csv: bytes('a;b\n'),
  '7z': bytes('7z', 0xbc, 0xaf, 0x27, 0x1c),
  gz: bytes(0x1f, 0x8b, 8),
  mp3: bytes('ID3', 4),
  m4a: bytes(0, 0, 0, 0x20, 'ftypM4A '),
  wav: bytes('RIFF', 0, 0, 0, 0, 'WAVEfmt '),
  mp4: bytes(0, 0, 0, 0x20, 'ftypisom'),
  mov: bytes(0, 0, 0, 0x14, 'ftypqt  '),
  webm: bytes(0x1a, 0x45, 0xdf, 0xa3),
}
const zip = bytes('PK', 3, 4)
const windowsProgram = bytes('MZ', 0x90, 0, 3, 0)

describe('hasBytesOf', () => {
  it.each(Object.keys(FILE_TYPES))('takes a real %s and no renamed program', (extension) => {
    expect(hasBytesOf(contentTypeOf(extension), real[extension] ?? zip)).toBe(true)
    expect(hasBytesOf(contentTypeOf(extension), windowsProgram)).toBe(false)
  })

  it('takes text in UTF-16 with its mark, as Excel exports it, and no other zero bytes', () => {
    for (const type of ['text/csv', 'text/plain']) {
      expect(hasBytesOf(type, bytes(0xff, 0xfe, 'a', 0, ';', 0))).toBe(true)
      expect(hasBytesOf(type, bytes(0xfe, 0xff, 0, 'a', 0, ';'))).toBe(true)
      expect(hasBytesOf(type, bytes('a', 0, 'b'))).toBe(false)
    }
  })

  it.each([
    ['Windows', windowsProgram],
    ['Linux', bytes(0x7f, 'ELF')],
    ['macOS', bytes(0xcf, 0xfa, 0xed, 0xfe)],
  ])('takes anything under an unknown name but a program of %s', (_system, program) => {
    expect(hasBytesOf(contentTypeOf('dwg'), bytes('AC1027'))).toBe(true)
    expect(hasBytesOf(contentTypeOf('dwg'), program)).toBe(false)
  })
})

it('reads the ending of a name', () => {
  expect(extensionOf('Photo.JPG')).toBe('jpg')
  expect(extensionOf('archive.tar.gz')).toBe('gz')
  for (const name of ['photo', 'photo.', 'a.b c', `a.${'x'.repeat(11)}`]) expect(extensionOf(name)).toBe('')
  expect(contentTypeOf('constructor')).toBe('application/octet-stream')
})

it('gives a nameless file the usual ending of its type', () => {
  expect(extensionFor('image/jpeg')).toBe('jpg')
  expect(extensionFor('text/plain')).toBe('txt')
  expect(extensionFor('application/x-unknown')).toBe('')
})
