/** Why files of a mail were not attached. */
export const reasons: Record<string, string> = {
  type: 'type not accepted',
  size: 'too large',
  count: 'too many files',
  empty: 'empty',
  storage: 'could not be stored',
}
/** Whether the sender of the mail was told. */
export const answers: Record<string, string> = {
  waiting: 'The sender will be told by email.',
  sent: 'The sender was told by email.',
  failed: 'The sender could not be told by email.',
  automatic: 'The sender was not told, because the email is automatic.',
  note: 'The sender was not told, because the email was added as a note.',
  limit: 'The sender was not told, because they have had too many automatic emails.',
}
export const failedBecause = (error: string) => `The sender could not be told by email: ${error}.`
export const notAttached = (count: number, why: string) =>
  `${count === 1 ? '1 file was' : `${count} files were`} not attached: ${why}.`
export const part = (count: number, reason: string) => `${count} ${reason}`
