// The words that mails of several functions share.

/** The language of all mails, for their HTML. */
export const language = 'en'
/** A workspace without a name. */
export const unnamedWorkspace = 'Helpdesk'
/** @param name - of the reader; empty when unknown */
export const hello = (name = '') => (name ? `Hello ${name},` : 'Hello,')

// Why a mail was not sent: admins read it.
export const serverTooSlow = 'The mail server was too slow'
export const addressInvalid = 'The address of the recipient is not valid'
