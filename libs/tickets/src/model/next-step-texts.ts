export const nobodyYet = 'Nobody yet'
export const inQueue = 'Your ticket is in the queue. The next available agent will take it.'
export const supportTeam = 'The support team'
export const solvedNext = 'We believe this is solved. If not, reply below to reopen the ticket.'
export const closedNext = 'This ticket is closed. If the problem returns, reply below to reopen it.'
export const closedForGood = 'This ticket is closed.'
/** Name of an assignee without one. */
export const support = 'Support'
export const openNext = (assignee: string) => `${assignee} has your ticket and will look at it next.`
export const inProgressNext = (assignee: string) =>
  `${assignee} is working on your ticket and will reply here.`
export const pendingNext = (assignee: string) => `${assignee} is waiting for your reply. Reply below.`
export const onHoldNext = (assignee: string) =>
  `${assignee} is waiting for someone else and will continue when they reply. You do not need to do anything.`
