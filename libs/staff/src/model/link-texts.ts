export const linkedTickets = 'Linked tickets'
export const noLinks = 'No linked tickets'
export const link = 'Link…'
export const linkTitle = 'Link tickets'
export const linkAs = 'Link as'
export const findTicket = 'Find the ticket to link'
export const choices = {
  related: 'Related to the ticket below',
  problem: 'Incident of the problem below',
  incident: 'Problem of the incident below',
}
export const choicesOfMany = {
  related: 'Related to the ticket below',
  problem: 'Incidents of the problem below',
  incident: '',
}
const titles: Partial<Record<string, string>> = {
  related: 'Related',
  problem: 'Problem',
  split_from: 'Split from',
  split_into: 'Split into',
  follow_up_of: 'Follow-up of',
  followed_by: 'Follow-up',
}
/** A relation that is newer than this build is written as the server names it. */
export const relationTitle = (relation: string) => titles[relation] ?? relation.replaceAll('_', ' ')
export const incidentCount = (count: number, open: number) =>
  `${count === 1 ? '1 incident' : `${count} incidents`}, ${open === 0 ? 'none' : open} open`
export const showAll = (count: number) => `Show all ${count}`
export const showFewer = 'Show fewer'
export const allFailed = 'The other incidents could not be loaded'
export const remove = (ticket: string) => `Remove the link to ${ticket}`
export const linked = (sources: string, target: string) => `${sources} linked with ${target}`
export const incidentLinked = (sources: string, target: string) =>
  `${sources} linked as incident of ${target}`
export const linkedBefore = (target: string) => `Linked with ${target} already`
export const unlinked = (ticket: string) => `Link to ${ticket} removed`
export const restored = 'Undone'
export const notUndone = 'Not undone'
export const notLinked = 'Not linked'
export const notUnlinked = 'Link not removed'
