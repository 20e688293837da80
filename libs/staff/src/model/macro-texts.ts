export const textTooLong = (max: number) => `Text must not exceed ${max} characters`
export const textRequired = 'Text is required, unless the macro sets something'
export const invalidTags = 'Invalid tags'
export const requesterName = 'the requester’s name'
export const ticketNumber = 'the number of the ticket, such as #1042'
export const yourName = 'your name'
export const nameRequired = 'Name is required'
export const nameTooLong = (max: number) => `Name must not exceed ${max} characters`
