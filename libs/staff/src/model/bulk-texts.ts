export const ticketCount = (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`
export const changeRefused = 'The change was refused'
export const aColleague = 'a colleague'
/** Why a ticket does not change with the others, with the way out. */
export const heldBy = (assignee: string | null | undefined) =>
  `Assigned to ${assignee ?? aColleague}. Take over to change.`
export const takenOver = (target: string) => `${target} taken over`
/** The reader, inside a sentence. */
export const you = 'you'
