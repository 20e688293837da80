import * as z from 'zod/mini'
import * as texts from './texts'

/** Texts of specification section 5. */
export const VALIDATION_TEXTS = {
  email: texts.emailInvalid,
  passwordEmpty: texts.passwordEmpty,
  passwordShort: texts.passwordShort,
  passwordWeak: texts.passwordWeak,
  passwordsDiffer: texts.passwordsDiffer,
  nameShort: texts.nameShort,
  nameLong: texts.nameLong,
} as const

export const emailSchema = z.string(VALIDATION_TEXTS.email).check(z.trim(), z.email(VALIDATION_TEXTS.email))

const hasAllKinds = (value: string) => /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value)

/** Auth hashes with bcrypt, which reads 72 bytes: 36 letters with umlauts. */
const isHashable = (value: string) => new TextEncoder().encode(value).length <= 72

/** The rules for a new password, at sign-up and reset. */
export const passwordSchema = z
  .string(VALIDATION_TEXTS.passwordShort)
  .check(
    z.minLength(8, VALIDATION_TEXTS.passwordShort),
    z.refine(hasAllKinds, VALIDATION_TEXTS.passwordWeak),
    z.refine(isHashable, texts.passwordLong),
  )

/** Requires equal passwords; the error belongs to the second field. */
export const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { path: ['confirmPassword'], error: VALIDATION_TEXTS.passwordsDiffer },
)

/** Sign-in accepts any non-empty password, which may predate the current rules. */
export const loginSchema = z.object({
  email: emailSchema,
  password: z.string(VALIDATION_TEXTS.passwordEmpty).check(z.minLength(1, VALIDATION_TEXTS.passwordEmpty)),
})
export type LoginValues = z.output<typeof loginSchema>

/** The form that asks for a reset link. */
export const resetRequestSchema = z.object({ email: emailSchema })
export type ResetRequestValues = z.output<typeof resetRequestSchema>

/** The form behind the reset link. */
export const newPasswordSchema = z
  .object({ password: passwordSchema, confirmPassword: z.string(VALIDATION_TEXTS.passwordsDiffer) })
  .check(samePasswords)
export type NewPasswordValues = z.output<typeof newPasswordSchema>
