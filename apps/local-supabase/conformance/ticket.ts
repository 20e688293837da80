/** A new ticket as the form sends it. */
export const ticket = (subject: string, more: Record<string, unknown> = {}) => ({
  subject,
  description: 'It stopped working this morning.',
  ...more,
})
