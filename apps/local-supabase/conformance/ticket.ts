/** What a customer writes into the form. */
export const ticket = (subject: string, more: Record<string, unknown> = {}) => ({
  subject,
  description: 'It stopped working this morning.',
  ...more,
})
