// The words of an invite's mail.

/** Of times; the time zone of the reader is unknown. */
export const timeLocale = 'en-US'
export const anAdministrator = 'An administrator'
export const roles = { admin: 'an admin', agent: 'an agent' }
export const until = (time: string) => `, until ${time} UTC`
export const title = (workspace: string) => `You've been invited to join ${workspace}`
export const invited = (inviter: string, workspace: string, role: string) =>
  `${inviter} invited you to join ${workspace} as ${role}.`
export const rule = (address: string, untilTime: string) =>
  `The link works once, for ${address} alone${untilTime}.`
export const accept = 'Accept the invite'
export const acceptAt = (link: string) => `${accept}: ${link}`
export const unexpected = 'If you did not expect this invite, you can ignore this email.'

/** The admin's answer for an address whose mail was not sent. */
export const mailNotSent = 'The invite was created, but its email could not be sent. Share its link yourself.'
