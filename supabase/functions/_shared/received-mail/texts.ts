// What a message says that came by mail, where it has no words of its sender's. The message keeps them.
export const unreadable = 'This email could not be read. The original is available.'
export const notFiled = 'This mail could not be filed. Its original is kept.'
export const encrypted = 'This email is encrypted and cannot be read here. Its original is kept.'
export const shortened = '… (shortened; the original email is available)'

// In place of a text: the mails and invitations that were sent
export const attachedMail = (subject: string) => `Attached email: ${subject || '(no subject)'}`
export const invitation = (title: string) => `Invitation: ${title || '(no title)'}`
export const cancelled = (title: string) => `Cancelled: ${title}`
/** @param day - or several days */
export const allDay = (day: string) => `${day}, all day`
export const repeats = (time: string) => `${time}, repeats`
