export const replyAndSolve = 'Reply and solve'
export const replyAndWait = 'Reply and wait'
export const replyAndSet = (status: string) => `Reply and set to ${status}`
export const solveAndNext = 'Reply, solve and next ticket'
export const sendAndNext = 'Send and next ticket'
export const replyTakes = 'Replying assigns this ticket to you'
export const noStatus = (assignee: string) =>
  `Only ${assignee} can change the status. Take over to change it yourself.`
export const macroWithoutChanges = (assignee: string) =>
  `Inserted without the macro’s changes: only ${assignee} can change this ticket.`
