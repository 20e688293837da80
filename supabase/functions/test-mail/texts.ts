// The words of the mail that an admin sends to try the mail server.
export const title = (workspace: string) => `Test email from ${workspace}`
export const canSend = 'This test email shows that your helpdesk can send email.'
export const answersGoTo = (address: string) => `Answers go to ${address}.`
export const noAddress = 'The workspace has no address for answers yet.'
