import { describe, expect, it } from 'vitest'
import { csvCell, csvLine, timeCellIn } from './csv'

describe('csvCell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['Zoë 🎉', 'Zoë 🎉'],
    [null, ''],
    [0, '0'],
    [-1.5, '-1.5'],
  ])('formats %j as %j', (value, cell) => expect(csvCell(value)).toBe(cell))

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['＝1', "'＝1"],
    ['=cmd|\' /C calc\'!A0,"x"', '"\'=cmd|\' /C calc\'!A0,""x"""'],
    ['x;=1+1', "x;'=1+1"],
    ['x;"=1+1"', '"x;""\'=1+1"""'],
    ['x;;@A1', "x;;'@A1"],
    ['x\t-1', "x\t'-1"],
    ['x\n＝1', '"x\n\'＝1"'],
    ['a=b; c', 'a=b; c'],
    ['a=b', 'a=b'],
  ])('escapes the formula %j as %j', (value, cell) => expect(csvCell(value)).toBe(cell))
})

it('csvLine ends a record as in RFC 4180', () => {
  expect(csvLine(['a', 1, null, 'b,c'])).toBe('a,1,,"b,c"\r\n')
})

it('writes times of a zone in whole seconds', () => {
  const time = '2026-07-01T22:30:05.678901+00:00'
  expect(timeCellIn('Asia/Kolkata')(time)).toBe('2026-07-02 04:00:05')
  expect(timeCellIn('America/New_York')(time)).toBe('2026-07-01 18:30:05')
})
