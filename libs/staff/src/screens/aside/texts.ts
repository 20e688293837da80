export const setStatus = 'Set status'
export const setPriority = 'Set priority'
export const assign = 'Assign'
export const nobody = 'Unassigned'
export const take = 'Assign to me'
export const takeOver = 'Take over'
export const takeOverHint = (holder: string) =>
  `${holder} is notified and no longer sees this ticket in their queue.`
export const release = 'Return to the queue'
export const notAssigned = 'Assignment not changed'
export const notUpdated = 'Ticket not updated'
export const updated = 'Ticket updated'
export const noteSaved = 'Your changes and your note have been saved.'
/** The reason why controls are disabled, with the way out. */
export const onlyHolder = (holder: string) => `Assigned to ${holder}. Take over to change this ticket.`
export const followers = 'Followers'
export const follow = 'Follow'
export const unfollow = 'Unfollow'
export const noFollowers = 'No followers'
export const followFailed = 'Followers not changed'
export const you = (name: string) => `${name} (you)`
export const away = 'Away'
export const awaySince = (name: string, since: string) => `${name} has been away since ${since}.`
export const assignAway = (name: string) => `Assign to ${name}?`
export const assignAnyway = 'Assign anyway'
export const cancel = 'Cancel'
