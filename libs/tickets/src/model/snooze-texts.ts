/** After `until`. */
export const theCustomerAnswers = 'the customer answers'
export const until = (time: string) => `snoozed until ${time}`
export const snoozedTicket = (time: string) => `snoozed the ticket until ${time}`
export const unsnoozedTicket = 'ended the snooze of the ticket'
export const noLongerSnoozed = 'no longer snoozed'
export const mark = (time: string) => `Until ${time}`
