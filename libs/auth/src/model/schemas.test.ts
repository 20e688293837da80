import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { loginSchema, newPasswordSchema, resetRequestSchema, VALIDATION_TEXTS as T } from './schemas'
import { signupSchema } from './signup-schemas'
import { passwordLong } from './texts'

/** The messages of a form by field. */
function messagesOf(schema: z.core.$ZodType, value: unknown): Record<string, string[]> {
  const result = z.safeParse(schema, value)
  const found: Record<string, string[]> = {}
  for (const issue of result.error?.issues ?? []) (found[issue.path.join('.')] ??= []).push(issue.message)
  return found
}

const valid = {
  email: 'ada@example.com',
  password: 'Secret12',
  confirmPassword: 'Secret12',
  fullName: 'Ada Lovelace',
}

describe('VALIDATION_TEXTS', () => {
  it('equals the texts of the specification', () => {
    expect(Object.values(T)).toEqual([
      'Please enter a valid email address',
      'Please enter your password',
      'Password must be at least 8 characters',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      "Passwords don't match",
      'Full name must be at least 3 characters',
      'Full name must not exceed 50 characters',
    ])
  })
})

describe('signupSchema', () => {
  it('accepts a complete form and defaults to customer', () => {
    expect(z.parse(signupSchema, valid)).toEqual({ ...valid, role: 'customer' })
  })

  it.each(['customer', 'agent', 'admin'] as const)('accepts the role %s', (role) => {
    expect(z.parse(signupSchema, { ...valid, role }).role).toBe(role)
  })

  it.each(['owner', 'Admin', '', 1, null])('rejects the role %j', (role) => {
    expect(messagesOf(signupSchema, { ...valid, role })).toHaveProperty('role')
  })

  it.each(['', 'ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'ada@@example.com'])(
    'rejects the address %j',
    (email) => expect(messagesOf(signupSchema, { ...valid, email })).toEqual({ email: [T.email] }),
  )

  it.each(['a@b.co', 'ada+desk@example.co.uk', '  ada@example.com '])('accepts the address %j', (email) => {
    expect(z.parse(signupSchema, { ...valid, email }).email).toBe(email.trim())
  })

  it.each([
    ['Secret1', [T.passwordShort]],
    [`Secret12${'x'.repeat(65)}`, [passwordLong]],
    [`Secret12${'ä'.repeat(33)}`, [passwordLong]],
    ['secret12', [T.passwordWeak]],
    ['SECRET12', [T.passwordWeak]],
    ['SecretAB', [T.passwordWeak]],
    ['ÄÖÜäöü٣٣', [T.passwordWeak]],
    ['abc', [T.passwordShort, T.passwordWeak]],
    ['', [T.passwordShort, T.passwordWeak]],
  ])('rejects the password %j', (password, texts) => {
    expect(messagesOf(signupSchema, { ...valid, password, confirmPassword: password })).toEqual({
      password: texts,
    })
  })

  it.each(['Secret12', 'aB3aB3aB', 'With space 1', 'New\nline1', `Secret12${'ä'.repeat(32)}`])(
    'accepts the password %j',
    (password) => {
      expect(messagesOf(signupSchema, { ...valid, password, confirmPassword: password })).toEqual({})
    },
  )

  it('reports a different confirmation at its field', () => {
    expect(messagesOf(signupSchema, { ...valid, confirmPassword: 'secret12' })).toEqual({
      confirmPassword: [T.passwordsDiffer],
    })
  })

  it('reports a different confirmation together with other faults', () => {
    const found = messagesOf(signupSchema, { ...valid, email: 'x', password: 'abc', confirmPassword: 'abd' })
    expect(found.confirmPassword).toEqual([T.passwordsDiffer])
    expect(found.email).toEqual([T.email])
  })

  it.each([
    ['', T.nameShort],
    ['Al', T.nameShort],
    ['    ', T.nameShort],
    [' Al ', T.nameShort],
    ['x'.repeat(51), T.nameLong],
  ])('rejects the name %j', (fullName, text) => {
    expect(messagesOf(signupSchema, { ...valid, fullName })).toEqual({ fullName: [text] })
  })

  it.each(['Ada', 'x'.repeat(50), ` ${'x'.repeat(50)} `])('accepts the name %j', (fullName) => {
    expect(messagesOf(signupSchema, { ...valid, fullName })).toEqual({})
  })
})

describe('loginSchema', () => {
  it('accepts any non-empty password', () => {
    expect(messagesOf(loginSchema, { email: valid.email, password: 'x' })).toEqual({})
  })
  it('requires a password', () => {
    expect(messagesOf(loginSchema, { email: valid.email, password: '' })).toEqual({
      password: [T.passwordEmpty],
    })
  })
  it('requires address and password in an empty form', () => {
    expect(messagesOf(loginSchema, {})).toEqual({ email: [T.email], password: [T.passwordEmpty] })
  })
})

describe('password reset', () => {
  it('requires a valid address', () => {
    expect(messagesOf(resetRequestSchema, { email: 'ada' })).toEqual({ email: [T.email] })
    expect(messagesOf(resetRequestSchema, { email: valid.email })).toEqual({})
  })
  it('applies the password rules of sign-up', () => {
    expect(messagesOf(newPasswordSchema, { password: 'abc', confirmPassword: 'abd' })).toEqual({
      password: [T.passwordShort, T.passwordWeak],
      confirmPassword: [T.passwordsDiffer],
    })
    expect(messagesOf(newPasswordSchema, { password: 'Secret12', confirmPassword: 'Secret12' })).toEqual({})
  })
})
