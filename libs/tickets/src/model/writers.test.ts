import { expect, it } from 'vitest'
import { describeWriters, type Writer } from './writers'

const writer = (name: string | undefined, isNote = false): Writer => ({ name, isNote, until: 0 })

it.each<[string, Writer[]]>([
  ['', []],
  ['Support is writing…', [writer(undefined)]],
  ['Ada is writing a note…', [writer('Ada', true)]],
  ['Ada and Support are writing…', [writer('Ada'), writer(undefined)]],
  [
    'Support is writing… Ada and Rick are writing a note…',
    [writer('Ada', true), writer(undefined), writer('Rick', true)],
  ],
])('says "%s"', (text, writers) => {
  expect(describeWriters(writers, 'Support')).toBe(text)
})
