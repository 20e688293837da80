export const allTickets = 'All Tickets'
export const updateView = 'Update view'
export const onePerson = 'One person'
export const assignedTo = 'Assigned to'
export const anyAssignee = 'Any assignee'
export const assignedToMe = 'Assigned to me'
export const unassigned = 'Unassigned'
export const assignedToPerson = (name: string) => `Assigned to ${name}`
