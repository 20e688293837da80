/** Behind the time of a message that came by mail. Apart from the texts that are loaded with the mails. */
export const BY_MAIL = ' · by email'
