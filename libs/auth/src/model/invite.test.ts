import { describe, expect, it } from 'vitest'
import { isInviteToken, readInvite } from './invite'

const row = { is_valid: true, invite_email: 'bo@example.com', invite_role: 'agent' }

describe('isInviteToken', () => {
  it.each(['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3F2504E0-4F89-41D3-9A0C-0305E82C3301'])(
    'accepts %s',
    (t) => expect(isInviteToken(t)).toBe(true),
  )
  it.each([
    ['version 1', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
    ['version 7', '3f2504e0-4f89-71d3-9a0c-0305e82c3301'],
    ['wrong variant', '3f2504e0-4f89-41d3-ca0c-0305e82c3301'],
    ['nil', '00000000-0000-0000-0000-000000000000'],
    ['no dashes', '3f2504e04f8941d39a0c0305e82c3301'],
    ['braces', '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}'],
    ['a suffix', "3f2504e0-4f89-41d3-9a0c-0305e82c3301'--"],
    ['a line break', '3f2504e0-4f89-41d3-9a0c-0305e82c3301\n'],
    ['empty', ''],
    ['null', null],
  ])('rejects %s', (_, t) => expect(isInviteToken(t)).toBe(false))
})

describe('readInvite', () => {
  it.each(['agent', 'admin'])('reads an invite for the role %s', (invite_role) => {
    expect(readInvite([{ ...row, invite_role }])).toEqual({ email: 'bo@example.com', role: invite_role })
  })
  it('reads the first row only', () => {
    expect(readInvite([{ ...row, is_valid: false }, row])).toBeNull()
  })
  it.each([
    ['not valid', { ...row, is_valid: false }],
    ['a customer', { ...row, invite_role: 'customer' }],
    ['no email', { ...row, invite_email: null }],
    ['an empty email', { ...row, invite_email: '' }],
    ['a truthy string for valid', { ...row, is_valid: 'true' }],
  ])('rejects %s', (_, first) => expect(readInvite([first])).toBeNull())
  it.each([[[]], [null], [undefined], [row], ['']])('rejects the response %j', (rows) => {
    expect(readInvite(rows)).toBeNull()
  })
})
