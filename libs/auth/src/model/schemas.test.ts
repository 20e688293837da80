import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { loginSchema, newPasswordSchema, resetRequestSchema, VALIDATION_TEXTS as T } from './schemas'
import { signupSchema } from './signup-schemas'

/** The messages of a form by field, in the order in which a screen would meet them. */
function complaints(schema: z.core.$ZodType, value: unknown): Record<string, string[]> {
  const result = z.safeParse(schema, value)
  const found: Record<string, string[]> = {}
  for (const issue of result.error?.issues ?? []) (found[issue.path.join('.')] ??= []).push(issue.message)
  return found
}

const good = {
  email: 'ada@example.com',
  password: 'Secret12',
  confirmPassword: 'Secret12',
  fullName: 'Ada Lovelace',
}

describe('the texts of the specification', () => {
  it('stand word for word', () => {
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

describe('sign-up', () => {
  it('takes a complete form and makes a customer by default', () => {
    expect(z.parse(signupSchema, good)).toEqual({ ...good, role: 'customer' })
  })

  it.each(['customer', 'agent', 'admin'] as const)('takes the role %s', (role) => {
    expect(z.parse(signupSchema, { ...good, role }).role).toBe(role)
  })

  it.each(['owner', 'Admin', '', 1, null])('refuses the role %j', (role) => {
    expect(complaints(signupSchema, { ...good, role })).toHaveProperty('role')
  })

  it.each(['', 'ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'ada@@example.com'])(
    'refuses the address %j',
    (email) => expect(complaints(signupSchema, { ...good, email })).toEqual({ email: [T.email] }),
  )

  it.each(['a@b.co', 'ada+desk@example.co.uk', '  ada@example.com '])('takes the address %j', (email) => {
    expect(z.parse(signupSchema, { ...good, email }).email).toBe(email.trim())
  })

  it.each([
    ['Secret1', [T.passwordShort]],
    ['secret12', [T.passwordWeak]],
    ['SECRET12', [T.passwordWeak]],
    ['SecretAB', [T.passwordWeak]],
    ['ÄÖÜäöü٣٣', [T.passwordWeak]],
    ['abc', [T.passwordShort, T.passwordWeak]],
    ['', [T.passwordShort, T.passwordWeak]],
  ])('refuses the password %j', (password, texts) => {
    expect(complaints(signupSchema, { ...good, password, confirmPassword: password })).toEqual({
      password: texts,
    })
  })

  it.each(['Secret12', 'aB3aB3aB', 'With space 1', 'New\nline1'])('takes the password %j', (password) => {
    expect(complaints(signupSchema, { ...good, password, confirmPassword: password })).toEqual({})
  })

  it('reports a different confirmation on its own field', () => {
    expect(complaints(signupSchema, { ...good, confirmPassword: 'secret12' })).toEqual({
      confirmPassword: [T.passwordsDiffer],
    })
  })

  it('reports a different confirmation together with other faults', () => {
    const found = complaints(signupSchema, { ...good, email: 'x', password: 'abc', confirmPassword: 'abd' })
    expect(found.confirmPassword).toEqual([T.passwordsDiffer])
    expect(found.email).toEqual([T.email])
  })

  it.each([
    ['', T.nameShort],
    ['Al', T.nameShort],
    ['    ', T.nameShort],
    [' Al ', T.nameShort],
    ['x'.repeat(51), T.nameLong],
  ])('refuses the name %j', (fullName, text) => {
    expect(complaints(signupSchema, { ...good, fullName })).toEqual({ fullName: [text] })
  })

  it.each(['Ada', 'x'.repeat(50), ` ${'x'.repeat(50)} `])('takes the name %j', (fullName) => {
    expect(complaints(signupSchema, { ...good, fullName })).toEqual({})
  })
})

describe('sign-in', () => {
  it('takes any non-empty password', () => {
    expect(complaints(loginSchema, { email: good.email, password: 'x' })).toEqual({})
  })
  it('wants a password', () => {
    expect(complaints(loginSchema, { email: good.email, password: '' })).toEqual({
      password: [T.passwordEmpty],
    })
  })
  it('wants an address and a password even from an empty form', () => {
    expect(complaints(loginSchema, {})).toEqual({ email: [T.email], password: [T.passwordEmpty] })
  })
})

describe('reset', () => {
  it('wants a valid address', () => {
    expect(complaints(resetRequestSchema, { email: 'ada' })).toEqual({ email: [T.email] })
    expect(complaints(resetRequestSchema, { email: good.email })).toEqual({})
  })
  it('holds a new password to the rules of sign-up', () => {
    expect(complaints(newPasswordSchema, { password: 'abc', confirmPassword: 'abd' })).toEqual({
      password: [T.passwordShort, T.passwordWeak],
      confirmPassword: [T.passwordsDiffer],
    })
    expect(complaints(newPasswordSchema, { password: 'Secret12', confirmPassword: 'Secret12' })).toEqual({})
  })
})
