/** Why a mail was not sent, by the code of the database. */
const unsent: Partial<Record<string, string>> = {
  comment_not_public: 'The comment is not public any more',
  recipient_inactive: 'The recipient is not active any more',
  recipient_without_right: 'The recipient may not get this mail any more',
  address_blocked: 'The address is blocked',
  address_undeliverable: 'Earlier mails to this address could not be delivered',
  address_is_own: 'This is an address of the workspace',
  recipient_not_in_copy: 'The recipient is not in copy any more',
  recipient_is_author: 'The recipient wrote this message',
  recipient_has_it: 'The recipient has got this message directly',
  hand_over_undone: 'The tickets were given back or taken since',
  too_many_mails: 'Too many mails about this ticket within an hour',
}

/** Why a mail was not sent: the words for a code of the database, else what the mail server answered. */
export const unsentText = (error: string): string => unsent[error] ?? error
