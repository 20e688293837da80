import { describe, expect, test } from 'vitest'
import { parseTicketNumber, ticketRef } from './ticket-number'

describe('ticketRef', () => {
  test('names a ticket by its number', () => {
    expect(ticketRef({ number: 1042 })).toBe('#1042')
  })
  test('is empty without a number', () => {
    expect(ticketRef({})).toBe('')
  })
})

describe('parseTicketNumber', () => {
  test.each([
    ['1042', 1042],
    ['#1042', 1042],
    [' #1042 ', 1042],
    ['[#1042]', 1042],
    ['Ticket #1042', 1042],
    ['ticket 1042', 1042],
  ])('reads %j', (text, number) => {
    expect(parseTicketNumber(text)).toBe(number)
  })
  test.each([
    '',
    '#',
    '10 42',
    '1042a',
    '10.5',
    '[1042',
    'Tickets #1042',
    '1'.repeat(16),
    '3c9f1a52-2f0e-4c5b-9a5e-6b1d4a1f0c77',
  ])('rejects %j', (text) => {
    expect(parseTicketNumber(text)).toBeUndefined()
  })
})
