import { describe, expect, it } from 'vitest'
import {
  canRevoke,
  canSendAgain,
  INVITE_STATES,
  isInviteState,
  summaryOf,
  type InviteResult,
} from './invites'

const result = (overrides: Partial<InviteResult> = {}): InviteResult => ({
  email: 'ivy@example.com',
  ok: true,
  code: null,
  message: null,
  ...overrides,
})

describe('invites', () => {
  it('can be resent until accepted, and revoked while pending', () => {
    expect(INVITE_STATES.filter((state) => canSendAgain({ state }))).toEqual([
      'pending',
      'expired',
      'revoked',
    ])
    expect(INVITE_STATES.filter((state) => canRevoke({ state }))).toEqual(['pending'])
  })
  it('have four states', () => {
    expect(isInviteState('expired')).toBe(true)
    for (const other of ['all', '', null, undefined]) expect(isInviteState(other)).toBe(false)
  })
  it('summarizes the results', () => {
    const unmailed = result({ ok: false, link: 'x', code: 'mail_not_sent' })
    const refused = result({ ok: false, code: 'email_exists' })
    expect(summaryOf([result(), result(), unmailed, refused])).toBe(
      '2 invited, 1 invited without an email, 1 not invited',
    )
    expect(summaryOf([refused])).toBe('1 not invited')
    expect(summaryOf([])).toBe('')
  })
})
