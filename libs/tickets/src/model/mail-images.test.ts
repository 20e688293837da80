import { describe, expect, it } from 'vitest'
import { buildAttachment } from '../testing'
import { withImages } from './mail-images'

const shot = buildAttachment({ id: 'a1', file_name: 'shot.png' })
const brief = (text: string, files = [shot]) =>
  withImages(text, files).map((part) => (part.kind === 'text' ? part.text : part.image.id))

describe('withImages', () => {
  it.each([
    ['no mark', 'Look.', ['Look.']],
    ['a picture between texts', 'Look:\n[image: shot.png]\nBroken.', ['Look:', 'a1', 'Broken.']],
    ['a picture alone', '[image: shot.png]', ['a1']],
    ['a mark without its picture', 'See [image: gone.png].', ['See [image: gone.png].']],
    ['one picture and two marks', '[image: shot.png] and [image: shot.png]', ['a1', 'and [image: shot.png]']],
  ])('splits a text with %s', (_name, text, expected) => expect(brief(text)).toEqual(expected))

  it('gives two pictures of one name to their marks in order', () => {
    const twin = buildAttachment({ id: 'a2', file_name: 'shot.png' })
    expect(brief('[image: shot.png] then [image: shot.png]', [shot, twin])).toEqual(['a1', 'then', 'a2'])
  })

  it('shows no other file as a picture', () => {
    const page = buildAttachment({ file_name: 'page.html', file_type: 'image/png' })
    expect(brief('[image: page.html]', [page])).toEqual(['[image: page.html]'])
  })
})
