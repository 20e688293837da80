import { describe, expect, it } from 'vitest'
import { formatOfKey, formatText, type TextFormat } from './format-text'

/** Formats a text whose selection is marked by brackets like «this». */
function format(kind: TextFormat, marked: string): string {
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  const text = marked.replace(/[«»]/g, '')
  const edit = formatText(kind, { text, start, end })
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  return `${next.slice(0, edit.start)}«${next.slice(edit.start, edit.end)}»${next.slice(edit.end)}`
}

describe('formatText', () => {
  it.each([
    ['bold', 'a «word» b', 'a **«word»** b'],
    ['bold', 'a **«word»** b', 'a «word» b'],
    ['bold', 'a «**word**» b', 'a «word» b'],
    ['bold', 'a « word » b', 'a  **«word»**  b'],
    ['bold', 'a «»', 'a **«»**'],
    ['italic', '«word»', '_«word»_'],
    ['code', '«npm ci»', '`«npm ci»`'],
    ['code', 'a «b\nc»', 'a \n```\n«b\nc»\n```'],
    ['list', 'one\nt«wo\nthr»ee', 'one\n«- two\n- three»'],
    ['list', '«- two\n- three»', '«two\nthree»'],
    ['list', 'one\n«»', 'one\n- «»'],
    ['numbered', '«one\ntwo»', '«1. one\n1. two»'],
    ['quote', 'wo«»rd', '> word«»'],
    ['link', 'see «the guide»', 'see [the guide](«https://»)'],
    ['link', '«https://a.example/b»', '[«»](https://a.example/b)'],
    ['link', '«»', '[«»](https://)'],
  ] as const)('%s: %j gives %j', (kind, before, after) => expect(format(kind, before)).toBe(after))
})

describe('formatOfKey', () => {
  const press = (key: string, more = {}) => ({
    key,
    ctrlKey: true,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  })

  it.each([
    ['Ctrl+B', press('b'), false, 'bold'],
    ['Cmd+I', press('i', { ctrlKey: false, metaKey: true }), false, 'italic'],
    ['Ctrl+K with a selection', press('k'), true, 'link'],
    ['Ctrl+K without one, which opens the palette', press('k'), false, null],
    ['B alone', press('b', { ctrlKey: false }), false, null],
    ['Ctrl+Shift+B', press('B', { shiftKey: true }), false, null],
  ] as const)('%s', (_name, event, hasSelection, expected) =>
    expect(formatOfKey(event, hasSelection)).toBe(expected),
  )
})
