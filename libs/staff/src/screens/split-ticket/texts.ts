export const splitTitle = 'Split into a new ticket'
export const splitInto = 'Split into a new ticket…'
export const split = 'Split'
export const splitting = 'Splitting…'
export const cancel = 'Cancel'
export const messages = 'Messages'
export const subject = 'Subject'
export const note = 'Internal note'
export const becomesText = 'Becomes the text of the new ticket'
export const newTicket = 'New ticket'
export const requester = (name: string, email: string) =>
  `New ticket of ${name ? `${name} (${email})` : email}`
export const counts = (messages: number) => (messages === 1 ? '1 message' : `${messages} messages`)
export const files = (names: readonly string[]) => `Files: ${names.join(', ')}`
export const takenOver =
  'Status, priority, assignee and tags are those of this ticket. Later emails that answer these messages lead to the new one.'
export const needsFirst = 'Choose a public message first'
export const couldNotRead = (name: string) => `${name} could not read it, so it stays here`
export const theRequester = 'The new requester'
export const firstMissing = 'Choose a public message: it becomes the text of the new ticket.'
export const unreadChosen = (name: string) =>
  `${name} could not read every chosen message. Leave out those that are marked.`
export const subjectMissing = 'A subject has 1 to 255 characters.'
export const notSplit = 'Not split'
export const done = (messages: number, ticket: string) => `${counts(messages)} split into ${ticket}`
