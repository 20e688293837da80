import { describe, expect, it } from 'vitest'
import { editTimeLeft, wasEdited } from './comment-rules'

const sent = '2026-01-05T10:00:00+00:00'
const at = (time: string) => Date.parse(`2026-01-05T${time}Z`)
const mine = { user_id: 'me', created_at: sent }

describe('editTimeLeft', () => {
  it.each([
    ['10:00:00.000', 900_000],
    ['10:14:59.999', 1],
    ['10:15:00.000', 0],
    ['10:15:00.001', 0],
    // A clock behind the server's must not end the time early.
    ['09:59:00.000', 960_000],
  ])('is, at %s, %i ms', (time, left) => expect(editTimeLeft(mine, 'me', at(time))).toBe(left))

  it('is 0 for other users and when signed out', () => {
    expect(editTimeLeft(mine, 'you', at('10:00:00.000'))).toBe(0)
    expect(editTimeLeft(mine, null, at('10:00:00.000'))).toBe(0)
    expect(editTimeLeft({ ...mine, user_id: null }, null, at('10:00:00.000'))).toBe(0)
  })
})

it('detects edited comments', () => {
  expect(wasEdited({ created_at: sent, updated_at: sent })).toBe(false)
  // The same time in another notation.
  expect(wasEdited({ created_at: sent, updated_at: '2026-01-05T11:00:00+01:00' })).toBe(false)
  expect(wasEdited({ created_at: sent, updated_at: '2026-01-05T10:00:00.001Z' })).toBe(true)
})
