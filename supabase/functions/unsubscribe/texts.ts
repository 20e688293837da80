// What a mail program gets that unsubscribes its user.
export const unsubscribed = 'You are unsubscribed from these emails.'
