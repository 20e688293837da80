import * as z from 'zod/mini'
import { NAME_TEXTS, cleanName, hasSymbols, isRoleName } from './name-rules'
import { ROLES } from './roles'
import { emailSchema, passwordSchema, samePasswords, VALIDATION_TEXTS } from './schemas'

/** Longest name, a limit of the database. */
export const NAME_MAX = 50

const fullName = z.string(VALIDATION_TEXTS.nameShort).check(
  z.overwrite(cleanName),
  z.minLength(3, VALIDATION_TEXTS.nameShort),
  z.maxLength(NAME_MAX, VALIDATION_TEXTS.nameLong),
  z.refine((name) => !hasSymbols(name), NAME_TEXTS.symbols),
)

/** The database flags customers whose name looks like the support team's; the form rejects it. */
const customerName = fullName.check(z.refine((name) => !isRoleName(name), NAME_TEXTS.reserved))

const account = {
  email: emailSchema,
  password: passwordSchema,
  confirmPassword: z.string(VALIDATION_TEXTS.passwordsDiffer),
  role: z._default(z.enum(ROLES), 'customer'),
}

/** Sign-up. `role` is for display: the server creates a customer unless there is an invite. */
export const signupSchema = z.object({ ...account, fullName: customerName }).check(samePasswords)
/** Sign-up with an invite: names of staff are unrestricted. */
export const invitedSignupSchema = z.object({ ...account, fullName }).check(samePasswords)
export type SignupValues = z.output<typeof signupSchema>
/** Input of the sign-up form; `role` is optional. */
export type SignupInput = z.input<typeof signupSchema>

/** After the link of an account that has neither a password nor a name. */
export const newAccountSchema = z
  .object({ fullName: customerName, password: passwordSchema, confirmPassword: account.confirmPassword })
  .check(samePasswords)

/** The name form of the settings, with the rules of sign-up. */
export const nameSchema = z.object({ fullName })
export type NameValues = z.output<typeof nameSchema>
