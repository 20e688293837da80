import { z } from 'zod'

/** Rules and texts of sign-up (sections 5 and 6 of the specification). */
const formSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(3, 'Full name must be at least 3 characters')
      .max(50, 'Full name must not exceed 50 characters'),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254, 'Please enter a valid email address')
      .pipe(z.email('Please enter a valid email address')),
    password: z
      .string()
      .min(8, 'Password must be at least 8 characters')
      .refine(
        (value) => /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value),
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ),
    confirm: z.string(),
  })
  .refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    message: "Passwords don't match",
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export type SetupForm = z.output<typeof formSchema>
export type SetupField = keyof SetupForm
const setupFields: readonly SetupField[] = ['name', 'email', 'password', 'confirm']
export type SetupErrors = Partial<Record<SetupField, string>>

/** @returns the values, or the first error of each field */
export function readSetupForm(
  entries: Record<SetupField, string>,
): { values: SetupForm } | { errors: SetupErrors } {
  const parsed = formSchema.safeParse(entries)
  if (parsed.success) return { values: parsed.data }
  const errors: SetupErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const field = setupFields.find((name) => name === path[0])
    if (field) errors[field] ??= message
  }
  return { errors }
}
