export const title = 'New ticket for…'
export const subtitle = 'Open a ticket for a customer who called or wrote to you'
export const back = 'Back to the queue'
export const email = "Customer's email"
export const emailHint = 'Type a name or an address. Unknown addresses become new customers.'
export const name = "Customer's name"
export const nameHint = 'They get an invitation to set a password for the portal.'
export const known = (name: string) => `${name} is already a customer`
export const subject = 'Subject'
export const description = 'Description'
export const descriptionHint = 'The customer receives it by email.'
export const priority = 'Priority'
export const tags = 'Tags'
export const tagsHint = 'Only staff can see tags.'
export const submit = 'Create ticket'
export const submitting = 'Creating ticket…'
export const failed = 'The ticket was not created'
export const created = (ref: string) => `${ref} created`
export const informed = (name: string) => `${name} was notified by email.`
export const invited = (name: string) => `${name} was notified by email and invited to the portal.`
export const emailInvalid = 'Please enter a valid email address'
export const another = 'Write another ticket'
