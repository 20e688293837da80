import { plural } from '@helpdesk/ui/plural'

export const roleChanged = 'Role changed'
export const userDeactivated = 'Account deactivated'
export const userReactivated = 'Account reactivated'
export const sessionsEnded = 'Signed out everywhere'
export const inviteSent = 'Invite sent'
export const inviteRevoked = 'Invite revoked'
export const inviteAccepted = 'Invite accepted'
export const settingsChanged = 'Settings changed'
export const tagRenamed = 'Tag renamed'
export const tagDeleted = 'Tag deleted'
export const ticketOpened = 'Ticket opened for a customer'
export const ticketMerged = 'Tickets merged'
export const ticketUnmerged = 'Tickets unmerged'
export const deletedTicket = 'a deleted ticket'
export const mergedInto = (source: string, target: string) => `merged ${source} into ${target}`
export const unmergedFrom = (source: string, target: string) => `unmerged ${source} from ${target}`
export const messageForwarded = 'Message forwarded'
export const forwarded = (ticket: number | undefined, address: string) =>
  `forwarded a message of ticket ${ticket === undefined ? '' : `#${ticket} `}to ${address}`
export const proposalApplied = 'Proposal applied'
export const proposalUndone = 'Proposal undone'
export const agentsUpdate = 'Agents may update'
export const everyTicket = 'All tickets'
export const ownTickets = 'Their own tickets and unassigned ones'
export const inviteDays = 'Invite validity (days)'
export const maxFiles = 'Files per ticket'
export const maxFileSize = 'Maximum file size'
export const fileTypes = 'Accepted file types'
export const formerMember = 'Former member'
export const system = 'The system'
export const workspaceName = 'Name'
export const noValue = 'none'
export const reportFigures = 'report figures'
export const tickets = 'tickets'
export const theAssignee = 'the assignee'
export const theStatus = 'the status'
export const thePriority = 'the priority'
export const aNote = 'an internal note'
export const aDraft = 'a reply draft'
export const aChange = 'a change'
export const nobody = 'Nobody'
export const deletedPerson = 'a deleted user'
export const active = 'Active'
export const inactive = 'Deactivated'
export const openSessions = (count: number) => plural(count, 'open session')
export const noSessions = 'None'

// What the actor did; follows the name in a sentence.
const aRole = (role: string) => (role === 'customer' ? 'a customer' : `an ${role || 'agent'}`)
const onTickets = (count: number | undefined) => (count === undefined ? '' : ` on ${plural(count, 'ticket')}`)
export const changedRole = (person: string) => `changed the role of ${person}`
export const deactivated = (person: string) => `deactivated the account of ${person}`
export const reactivated = (person: string) => `reactivated the account of ${person}`
export const signedOut = (person: string) => `signed ${person} out everywhere`
export const invited = (email: string, role: string) => `invited ${email} as ${aRole(role)}`
export const revoked = (email: string, role: string) => `revoked the invite of ${email} as ${aRole(role)}`
export const accepted = (role: string) => `accepted the invite as ${aRole(role)}`
export const changedSettings = 'changed the workspace settings'
export const renamedTag = (tag: string, count?: number) => `renamed the tag “${tag}”${onTickets(count)}`
export const deletedTag = (tag: string, count?: number) => `deleted the tag “${tag}”${onTickets(count)}`
export const exported = (what: string, rows?: number) =>
  `exported ${what}${rows === undefined ? '' : ` (${plural(rows, 'row')})`}`
export const opened = (number: number | undefined, customer: string, isNew: boolean) =>
  `opened ${number === undefined ? 'a ticket' : `ticket #${number}`} for ${customer}${isNew ? ', a new customer' : ''}`
export const decidedProposal = (undone: boolean, what: string, subject: string) =>
  `${undone ? 'undid' : 'applied'} the assistant’s proposal of ${what} for “${subject}”`
export const megabytes = (size: string) => `${size} MB`
export const exportAction = 'Export'
