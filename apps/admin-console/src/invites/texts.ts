export const agent = 'Agent'
export const admin = 'Admin'
export const newInvites = 'New invites'
export const addresses = 'Email addresses'
export const role = 'Role'
export const adminHint = 'Admins have full access and can invite and deactivate people.'
export const agentHint = 'Agents work on tickets.'
export const sendFailed = 'Invites could not be sent'
export const sending = 'Sending...'
export const sendMany = (count: number) => `Send ${count} invites`
export const send = 'Send invite'
export const addressesHint = (max: number) => `Up to ${max}, separated by commas or line breaks.`
export const results = 'Results'
export const copyAll = 'Copy all links'
export const done = 'Done'
export const linksOnce =
  'Copy the links now. They are not stored and cannot be shown again. To get a new link, send the invite again.'
export const resultsByAddress = 'Results by address'
export const empty = '(empty)'
export const invited = 'Invited'
export const mailNotSent = 'Email not sent'
export const notInvited = 'Not invited'
export const copyLink = 'Copy link'
export const copyLinkOf = (email: string) => `Copy link for ${email}`
export const pending = 'Pending'
export const accepted = 'Accepted'
export const expired = 'Expired'
export const revoked = 'Revoked'
export const email = 'Email'
export const state = 'State'
export const by = (name: string) => `by ${name}`
export const actions = 'Actions'
export const sendAgainTo = (email: string) => `Send again to ${email}`
export const sendAgain = 'Send again'
export const revokeOf = (email: string) => `Revoke invite for ${email}`
export const revoke = 'Revoke'
export const title = 'Invites'
export const all = 'All invites'
export const error = 'Error'
export const subtitle = 'Send invites to new agents and admins'
export const sent = 'Sent invites'
export const loadFailed = 'Invites could not be loaded'
export const noneIn = (state: string) => `No ${state} invites`
export const none = 'No invites yet'
export const noneInText = 'Choose another state to see other invites.'
export const noneText = 'Enter an email address above to send the first invite.'
export const one = 'invite'
export const many = 'invites'
export const wasRevoked = 'Invite revoked'
export const wasRevokedText = (email: string) => `The link sent to ${email} no longer works.`
export const notRevoked = 'Invite not revoked'
export const notRevokedText = (email: string) => `The invite for ${email} is no longer pending.`
export const revokeQuestion = 'Revoke this invite?'
export const revokeText = (email: string) =>
  `The link sent to ${email} stops working immediately. You can invite this person again later.`
export const revokeInvite = 'Revoke invite'
export const until = (date: string) => `until ${date}`
export const addressCount = (count: number) => `${count} addresses`
export const doubtful = (count: number, address: string, more: number) =>
  `${count} addresses. “${address}”${more > 0 ? ` and ${more} more do` : ' does'} not look like an email address.`
