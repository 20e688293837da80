export const title = 'Email'
export const subtitle = 'Support addresses, sent and received email'
export const parts = 'Email settings'
export const setup = 'Setup'
export const outbox = 'Outbox'
export const unmatched = 'Unmatched'
export const undeliverable = 'Undeliverable'
export const blocked = 'Blocked'
export const loadFailed = 'Email settings could not be loaded'
export const cancel = 'Cancel'

export const state = 'State'
export const stateText = 'When email was last sent and received, and what waits.'
export const working = 'Email is working'
export const failing = 'The mail server is not responding'
export const neverSent = 'No email sent yet'
export const since = 'since'
export const lastOut = 'Last sent'
export const lastIn = 'Last received'
export const never = 'Never'
export const waiting = 'Waiting'
export const waitingCount = (queued: number, retrying: number) =>
  retrying > 0 ? `${queued}, of which ${retrying} failed before` : String(queued)
export const failedWeek = 'Failed (7 days)'
export const sender = 'Sender'
export const unknownSender = 'Shown after the first email'

export const test = 'Test'
export const testText = 'Sends an email to your own address and shows the response of the mail server.'
export const sendTest = 'Send test email'
export const sendingTest = 'Sending...'
export const testFailed = 'The test could not be started'
export const testSent = (recipient: string) => `Sent to ${recipient}`
export const testRefused = 'Email not sent'
export const testServer = (server: string, sender: string) => `${server}, from ${sender}`

export const addresses = 'Addresses'
export const addressesText =
  'Emails to these addresses become tickets. Replies from staff to a note address become internal notes.'
export const noAddresses = 'No addresses yet. Customers cannot reply by email.'
export const addAddress = 'Add address'
export const address = 'Address'
export const addressHint = 'Without a plus sign, for example support@example.com.'
export const addressInvalid = 'Enter an address such as support@example.com, without a plus sign'
export const addressExists = 'This address is already in the list'
export const kind = 'Used for'
export const support = 'Tickets and replies'
export const note = 'Internal notes'
export const priority = 'Priority for new tickets'
export const workspaceDefault = 'Workspace default'
export const tags = 'Tags for new tickets'
export const tagsHint = 'Separated by commas.'
export const active = 'Active'
export const activeHint = 'Emails to an inactive address are rejected.'
export const inactive = 'Inactive'
export const save = 'Save'
export const saving = 'Saving...'
export const saved = 'Address saved'
export const saveFailed = 'Address could not be saved'
export const edit = 'Edit'
export const editOf = (value: string) => `Edit ${value}`
export const remove = 'Remove'
export const removeOf = (value: string) => `Remove ${value}`
export const removeQuestion = (value: string) => `Remove ${value}?`
export const removeText = 'Emails to it, and replies to earlier emails from it, will be rejected.'

export const signature = 'Signature'
export const signatureText = 'Added below replies in emails to customers.'
export const signatureLabel = 'Text'
export const signatureSave = 'Save signature'
export const signatureSaved = 'Signature saved'
export const signatureFailed = 'Signature could not be saved'

export const dns = 'DNS records'
export const dnsText =
  'Without these records, emails often end up in spam. Add them where you manage your domain.'
export const domain = 'Domain'
export const spf = 'SPF: who may send'
export const dkim = 'DKIM: signature of each email'
export const dmarc = 'DMARC: policy for other emails'
export const dnsHint = 'Your email provider gives you the values for the parts in angle brackets.'
export const copy = 'Copy'
export const copyOf = (what: string) => `Copy the value of ${what}`
export const dnsWhat = 'Value'

export const outboxFailed = 'Emails could not be loaded'
export const noMails = 'No emails'
export const noMailsText = 'Emails from the last 30 days appear here.'
export const filter = 'State'
export const all = 'All'
export const recipient = 'Recipient'
export const ticket = 'Ticket'
export const result = 'Result'
export const created = 'Created'
export const attemptCount = (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`)
export const next = 'Next attempt'
export const inProgress = 'In progress'
export const accepted = 'Accepted'
export const retry = 'Try again'
export const retryOf = (value: string) => `Retry the email to ${value}`
export const retryStarted = 'Email queued again'
export const retryFailed = 'Email could not be sent again'
export const states = { queued: 'Queued', retrying: 'Retrying', failed: 'Not sent', sent: 'Sent' } as const
const kinds: Record<string, string | undefined> = {
  copy: 'Copy of a reply',
  assigned: 'Assignment',
  taken_over: 'Take-over',
  opened: 'New ticket',
  received: 'Acknowledgement',
  refused: 'Refusal',
  refused_files: 'Files left out',
  unassigned: 'Unassigned ticket',
  followed: 'Followed ticket',
  stopped: 'Emails stopped',
}
/** Of a kind of `private.notification_kinds`; without a word of its own, its name. */
export const kindOf = (kind: string) =>
  kinds[kind] ?? `${kind[0]?.toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`

export const undeliverableFailed = 'Undeliverable addresses could not be loaded'
export const noUndeliverable = 'No undeliverable addresses'
export const noUndeliverableText =
  'Addresses that returned an email appear here. No more emails are sent to them.'
export const reason = 'Reason'
export const failures = 'Failures'
export const last = 'Last'
export const mailAgain = 'Allow again'
export const mailAgainOf = (value: string) => `Allow emails to ${value} again`
export const mailAgainDone = (value: string) => `Emails to ${value} are allowed again`
export const notChanged = 'No changes made'

export const blockedFailed = 'Blocked senders could not be loaded'
export const noBlocked = 'No blocked senders'
export const noBlockedText =
  'Emails from blocked senders are rejected without a reply, and nothing is sent to them.'
export const block = 'Block'
export const blocking = 'Blocking...'
export const blockLabel = 'Address or domain'
export const blockHint = 'For example spam@example.com, or @example.com for everyone at this domain.'
export const blockInvalid = 'Enter an address, or @ and a domain'
export const blockExists = 'This sender is already blocked'
export const blockFailed = 'The sender could not be blocked'
export const unblock = 'Unblock'
export const unblockOf = (value: string) => `Unblock ${value}`
export const blockedAt = 'Blocked'
