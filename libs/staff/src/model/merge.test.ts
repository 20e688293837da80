import { describe, expect, it } from 'vitest'
import { audienceOf, namesOf } from './merge'

const target = { id: 't', number: 1050, subject: 'Too hot', customer_id: 'tess', requester_name: 'Tess' }
const source = { id: 's', number: 1042, subject: 'Burns', customer_id: 'sam', requester_name: 'Sam' }

describe('namesOf', () => {
  it.each([
    [[source], '#1042'],
    [[source, target], '#1042 and #1050'],
    [[source, target, { id: 'u', number: 7 }], '#1042, #1050 and #7'],
    [[source, target, { id: 'u', number: 7 }, { id: 'v', number: 8 }], '4 tickets'],
    [[source, { id: 'u' }], '2 tickets'],
  ])('names up to three known tickets: %#', (tickets, text) => {
    expect(namesOf(tickets)).toBe(text)
  })
})

describe('audienceOf', () => {
  it('names both requesters when they differ, each once', () => {
    expect(audienceOf([source, { ...source, id: 'u', number: 1043 }], target)).toEqual([
      'Sam is added in copy of #1050, sees their own messages and what is written from now on, and nothing earlier.',
      'Tess sees what is written from now on, and no earlier message of #1042 and #1043.',
      'Internal notes stay with staff.',
    ])
  })

  it('says that the same requester sees everything', () => {
    expect(audienceOf([{ ...source, customer_id: 'tess' }], target)).toEqual([
      'All are from Tess, who sees everything.',
    ])
  })

  it('names nobody when a ticket is not loaded', () => {
    expect(audienceOf([source, { id: 'u' }], target)).toEqual([
      expect.stringContaining('Requesters of the other tickets are added in copy of #1050.'),
    ])
  })
})
