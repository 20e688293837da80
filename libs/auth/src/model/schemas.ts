import * as z from 'zod/mini'
import { NAME_TEXTS, cleanName, hasSymbols, isRoleName } from './name-rules'
import { ROLES } from './roles'

/** Texts of section 5 of the specification. */
export const VALIDATION_TEXTS = {
  email: 'Please enter a valid email address',
  passwordEmpty: 'Please enter your password',
  passwordShort: 'Password must be at least 8 characters',
  passwordWeak: 'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  passwordsDiffer: "Passwords don't match",
  nameShort: 'Full name must be at least 3 characters',
  nameLong: 'Full name must not exceed 50 characters',
} as const

const email = z.string(VALIDATION_TEXTS.email).check(z.trim(), z.email(VALIDATION_TEXTS.email))

const hasAllKinds = (value: string) => /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value)

/** The rules for a password that is being chosen: sign-up and reset share them. */
export const passwordSchema = z
  .string(VALIDATION_TEXTS.passwordShort)
  .check(z.minLength(8, VALIDATION_TEXTS.passwordShort), z.refine(hasAllKinds, VALIDATION_TEXTS.passwordWeak))

const fullName = z.string(VALIDATION_TEXTS.nameShort).check(
  z.overwrite(cleanName),
  z.minLength(3, VALIDATION_TEXTS.nameShort),
  z.maxLength(50, VALIDATION_TEXTS.nameLong),
  z.refine((name) => !hasSymbols(name), NAME_TEXTS.symbols),
)

/** The database marks a customer's name that looks like the team's; the form asks for another one. */
const customerName = fullName.check(z.refine((name) => !isRoleName(name), NAME_TEXTS.reserved))

/** Both password fields say the same; the complaint belongs to the second. */
const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { path: ['confirmPassword'], error: VALIDATION_TEXTS.passwordsDiffer },
)

/** Sign-in: any non-empty password, since old ones may be older than today's rules. */
export const loginSchema = z.object({
  email,
  password: z.string(VALIDATION_TEXTS.passwordEmpty).check(z.minLength(1, VALIDATION_TEXTS.passwordEmpty)),
})
export type LoginValues = z.output<typeof loginSchema>

const account = {
  email,
  password: passwordSchema,
  confirmPassword: z.string(VALIDATION_TEXTS.passwordsDiffer),
  role: z._default(z.enum(ROLES), 'customer'),
}

/** Sign-up. `role` is for display: the server makes a customer unless an invite says otherwise. */
export const signupSchema = z.object({ ...account, fullName: customerName }).check(samePasswords)
/** Sign-up with an invite: staff may be called what they like. */
export const invitedSignupSchema = z.object({ ...account, fullName }).check(samePasswords)
export type SignupValues = z.output<typeof signupSchema>
/** What the sign-up form holds before validation: `role` may be left out. */
export type SignupInput = z.input<typeof signupSchema>

/** The form that asks for a reset link. */
export const resetRequestSchema = z.object({ email })
export type ResetRequestValues = z.output<typeof resetRequestSchema>

/** The form behind the reset link. */
export const newPasswordSchema = z
  .object({ password: passwordSchema, confirmPassword: z.string(VALIDATION_TEXTS.passwordsDiffer) })
  .check(samePasswords)
export type NewPasswordValues = z.output<typeof newPasswordSchema>

/** The name in the settings, under the rules of sign-up. */
export const nameSchema = z.object({ fullName })
export type NameValues = z.output<typeof nameSchema>
