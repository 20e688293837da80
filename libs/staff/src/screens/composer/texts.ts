/** Texts of the composer. */
export const composerTexts = {
  replyAndSolve: 'Reply and solve',
  replyAndWait: 'Reply and wait',
  replyAndSet: (status: string) => `Reply and set to ${status}`,
  sendAndNext: 'Send and next ticket',
  replyTakes: 'Replying assigns this ticket to you',
  noStatus: (assignee: string) => `Only ${assignee} can change the status. Take over to change it yourself.`,
  macroWithoutChanges: (assignee: string) =>
    `Inserted without the macro’s changes: only ${assignee} can change this ticket.`,
}
