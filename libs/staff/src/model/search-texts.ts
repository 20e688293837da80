export const unknownPerson = (value: string) => `Unknown person: ${value}.`
export const withStatus = 'Tickets with a status'
export const withPriority = 'Tickets with a priority'
export const requestedBy = 'Requested by a person'
export const assignedToPerson = 'Assigned to a person'
export const withTag = 'Tickets with a tag'
export const createdBefore = 'Created before a day'
export const createdAfter = 'Created on or after a day'
export const aWeekAgo = 'A week ago'
export const assignedToYou = 'Assigned to you'
export const notAssigned = 'Not assigned'
export const unknownStatus = (value: string, statuses: string) => `Unknown status: ${value}. Try ${statuses}.`
export const unknownPriority = (value: string, priorities: string) =>
  `Unknown priority: ${value}. Try ${priorities}.`
export const quoteNotClosed = (key: string) => `The quotation mark after ${key}: is not closed.`
export const datesReversed = 'The date of after: must be earlier than the date of before:.'
export const dateNeedsWord = 'Add a search word to before: or after:.'
export const today = 'Today'
export const daysAgo = (days: number) => `${days} days ago`
export const needsValue = (key: string) => `${key}: needs a value.`
export const needsDay = (key: string, example: string) => `${key}: needs a day such as ${example}.`
export const usedOnce = (key: string) => `${key}: can be used once.`
export const severalPeople = (key: string, names: readonly string[], more: boolean) =>
  `${key}: matches several people. Try ${names.join(', ')}${more ? ', …' : '.'}`
export const assignedIsScoped = 'assigned: works in lists that are not limited to one assignee.'
/** Label of the offered filters. */
export const filters = 'Filters'
export const isInState = 'Active tickets, and other states'
export const unknownWord = (value: string, words: string) => `Unknown: is:${value}. Try ${words}.`
